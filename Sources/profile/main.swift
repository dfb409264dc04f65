import Glibc
import ProfileCommands

exit(ProfileProgram.main())
