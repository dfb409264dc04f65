internal import ProfileKit
internal import Sealing

/// A passphrase of six words, each drawn from 2,048 by libsodium: 66 bits, too many to try out.
struct GeneratedPassphrase {
    static let count = 6

    let text: String

    init() {
        let words = PassphraseWords.all
        text = (0..<Self.count).map { _ in words[RandomBytes.number(below: words.count)] }.joined(separator: " ")
    }

    /// - Throws: ``SealingError/outOfMemory``.
    func secret() throws -> Secret { try Secret(text) }
}

/// The words of generated passphrases: 2,048 short plain English words, so that each is worth 11 bits.
///
/// The list was written for this program. The words have 4 to 6 letters.
enum PassphraseWords {
    static let all: [String] = list.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init)

    private static let list = """
        able about above absent accent accept acid acorn acre across action active actor actual adapt adjust admire
        admit adopt adult advice aerial afford afraid after again agent agree ahead aisle alarm album alert alike alive
        alley allow almond almost alone along alpine also alter always amber amount ample amuse anchor angle ankle
        annual answer antler anvil apart apple apply april apron arch archer arctic area arena argue armour army aroma
        around arrive arrow aside aspen asset assist atlas atom attach attend attic auburn august aunt author autumn
        avoid awake award aware away awful awning axis axle baby back bacon badge badger bagel bait bake baker ball
        ballad ballet balm bamboo banana band banjo bank banner barber bare bark barley barn baron barrel base basic
        basil basin basket batch bath baton beach beacon bead beak beam bean bear beard beast beat beauty beaver become
        beech beef beer beet before begin behave behind being belief bell belly belong below belt bench bend bent berry
        beside best better beyond bike bill bind birch bird birth bison bite bitter black blade blame blank blaze blend
        bless blimp blink block bloom blouse blow blue bluff blunt blur blush board boast boat body boil bold bolt bond
        bone bonus book boot border boring borrow boss both bottle bottom bounce bowl boxer brace brain branch brand
        brass brave bread break breeze brew brick bride bridge brief bright bring brisk broad broken bronze brook broom
        broth brown brush bubble bucket buckle budget buffet bugle build bulb bulk bull bumper bunch bundle bunny burger
        burn burrow burst bush busy butler butter button buyer buzz cabin cable cactus cafe cage cake calf call calm
        camel camera camp canal candle candy cannon canoe canopy canvas canyon cape carbon card care cargo carol carpet
        carrot carry cart carve case cash castle casual catch cattle cause cave cedar celery cellar cello cement centre
        chain chair chalet chalk chance change chapel charge charm chart chase chat cheap check cheek cheer cheese chef
        cherry chess chest chew chick chief child chill chime chin chip choice choir choose chop chorus cider cinema
        circle circus city civil claim clam clap class clay clean clear clerk clever client cliff climb clinic clip
        cloak clock close cloth cloud clover clown club clue coach coal coast coat cobalt cobra cocoa code coffee coil
        coin cold collar colour colt column comb come comet comic common cone copper copy coral cord core cork corn
        corner cosmic cost cotton couch cough count county couple court cousin cover cowboy coyote crab cradle craft
        crane crash crate crayon cream create credit creek crew crisp crop cross crow crowd crown cruise crumb crust
        cube cuckoo curb cure curl curry curve custom cycle daily dairy daisy damp dance danger dare dark dart dash data
        date dawn deal debate decade decent decide deck deep deer defend degree delay delta demand denim dense depart
        depend depth design desk detail device dial diary dice diet differ digit dinner direct dirt disc dish ditch dive
        divide dock doctor doll dollar domain donate donkey door dose double dough dove down dozen draft dragon drain
        drama draw dream dress drift drill drink drive drop drum duck duet dull dune during dusk dust duty dwell each
        eager eagle early earn earth ease easel east easy echo edge edit editor effect effort eight either elbow elder
        else ember emblem empire employ empty energy engine enjoy enough enter entire entry equal equip erase errand
        escape essay estate even event ever every exact exam excel except excite excuse exist exit expand expect expert
        export extend extra fabric face fact factor fade fair fairy faith falcon fall false fame family famous fancy
        farm farmer fast father fault favour fawn feast feed feel fellow fence fennel fern ferry fetch fever fibre
        fiddle field fiesta figure file fill film filter final find fine finger finish fire firm first fish five flag
        flame flash flask flat flax fleet flex flight flint flip float flock flood floor flow flower fluffy fluid flute
        foam focus foil fold folk follow food foot force forest forge fork form formal fort forum fossil found four
        frame free freeze fresh friend fringe frog front frost frozen fruit fudge fuel full fund funny future fuzzy
        gadget gain galaxy gale gallon gallop game garage garden garlic garnet gate gather gauge gear gecko genius
        gentle geyser giant gift ginger girl give glad glance glass glaze gleam glide globe gloomy glory glove glow glue
        goal goat goblet gold golden golf good goose gorge gossip govern gown grab grace grade grain grand grant grape
        graph grass gravel gravy great green greet grey grid grill grin grip grocer ground group grove grow growth guard
        guess guest guide guild guitar gulf gull gust habit hail hair half hall halo hammer hand handle handy happen
        happy hard hardy harp hatch haul have haven hawk hazel head heal health hear heart heat heavy hedge height
        helium helmet help herald herb herd hero heron hidden high hike hiker hill hinge hint hippo hobby hockey hold
        hollow holly home honest honey hood hoof hook hope horn horse host hotel hour house hover huddle huge human
        humble humid humour hunt hurry husky hybrid icicle icing icon idea ideal idle igloo image impact import inch
        income indeed index indigo indoor infant inform inlet inner input insect inside intend invent invest invite
        inward iris iron island item ivory jacket jade jaguar jaunt jazz jeans jeep jelly jersey jewel jigsaw jockey
        join joint joke jolly judge juggle juice july jumble jump june jungle junior jury just kale kayak keel keen keep
        kelp kennel kernel kettle kick kidney kind kindle king kiosk kite kitten kiwi knee knife knit knob knot know
        koala label lace ladder lady lagoon lake lamb lamp lane large lark laser last late later laugh launch laurel
        lava lawn lawyer layer leader leaf league lean leap learn lease ledge left legal legend lemon lend length lens
        lentil lesson letter level lever life lift light lilac lily limb lime limit line linen link lion liquid list
        listen litre little live lively lizard llama load loaf loan lobby local lock locket lodge loft logic lonely long
        look loop loose lord lorry lotus loud lounge love loyal lucky lumber lunar lunch lung lunge lyric magic magnet
        magpie maid mail main major make mallet mammal mango manner maple marble march mare margin marina mark market
        maroon marsh marvel mask mason mass mast master match mate matter mature maybe mayor maze meadow meal mean meat
        medal media medium mellow melody melon melt member memory mend mental menu merit merry mesa metal method metre
        middle might mild mile milk mill mimic mind mine mini minnow mint minute mirror mist mitten mobile model modern
        modest module moist mole moment monday money monkey month mood moon moose moral more mosaic moss most motel moth
        mother motion motor mound mount mouse mouth move movie much muffin mule museum music mutual myself myth nail
        name napkin narrow nation native nature navy near neat neck nectar need needle nephew nerve nest nettle never
        news next nice niece night nimble nine noble noise noodle noon normal north nose note notice noun novel novice
        number nurse nutmeg oasis obey object oblong obtain ocean ochre offer office often okay olive omelet once onion
        only onset onward onyx open opera option orange orbit orchid order organ origin oriole osprey other otter ounce
        outer outfit output oval oven over owner oxygen oyster pace pack paddle page paint palace palm panda panel panic
        pansy paper parade parcel pardon parent park parrot part party pass past pasta paste pastry patch path patio
        patrol pause pave peace peach peak peanut pear pearl pebble pecan pedal pencil people pepper period permit
        person petal phase phone photo phrase piano pick pickle picnic pier pigeon pile pillow pilot pinch pine pink
        pipe pitch pizza place plan plane planet plank plant plate play player plaza please plenty plot plough plum
        plump plus pocket poem poet point polar pole police polish polite pond pony pool poplar poppy porch port portal
        post potato potter pouch pound powder power praise press pretty price pride prince print prism prize profit
        proof proper proud prove public puddle pull pulse pump punch pupil puppet puppy pure purple purse push puzzle
        quail quaint quarry quart quartz queen query quest queue quick quiet quill quilt quince quit quite quiz quota
        quote rabbit race radar radio radish raft rail rain raise raisin rake rally ramp ranch random range ranger rank
        rapid rare rather raven razor reach react read ready real reason rebel recall recipe record reduce reef refer
        refuse regard region relate relax relay relief rely remain remark remedy remind remote remove rent repair repeat
        reply report rescue resin resort rest result retire return reveal review reward rhyme rhythm ribbon rice rich
        riddle ride ridge right rigid ring rinse ripe ripple rise risk ritual rival river road roast robe robin robot
        robust rock rocket rodeo roll roof rookie room root rope rose rotate rough round royal rubber ruby rudder ruin
        rule ruler runway rural rush rust rustic sack saddle safari safe sage sail sailor salad salary salmon salon salt
        salute same sample sand sandal satin sauce saucer sauna save scale scarf scene school scoop score scout scrap
        screen screw script scroll seal search season seat second secret secure seed seek select self sell senate send
        senior sense sequel serene series serve sesame settle seven shade shadow shape share shark sharp shawl shed
        sheep sheet shelf shell shield shift shine ship shirt shoe shop shore short shout show shower shrimp shrub side
        siege sigh sight sign signal silent silk silly silver simple since sing singer single sink siren sister site
        size skate sketch skill skin skirt slate sled sleek sleep sleeve slice slide slim slope slow small smart smile
        smoke smooth snack snail snake sneeze snow soap soccer social sock soda sofa soft soil solar solid solo solve
        some sonar song sonnet soon sort soul sound soup source south space spade spare spark speak speech speed spell
        spend sphere spice spider spike spin spiral spirit splash split spoke sponge spoon sport spot spray spread
        spring sprint spruce square squash squid stable stack staff stage stairs stall stamp stand star start state
        statue stay steady steak steam steel steep stem step stereo stick still sting stir stitch stock stone stool stop
        store stork storm story stove strap straw stream street strict stride strike string strip stroll strong studio
        study stuff stump sturdy style submit subtle subway such sudden suede sugar suit summer summit sunday sunset
        super supper supply sure surf surge survey swamp swan swap sweep sweet swift swim swing switch sword symbol
        syrup system table tablet tackle tail tailor take talent talk tall tame tandem tangle tango tank tape target
        tart task taste tavern taxi teach team teapot tell temper temple tender tennis tent term test text thank thaw
        theme then theory thick thing think third thirty this thorn thread three thrive throat throne throw thumb ticket
        tide tidy tiger tight tile timber time tiny tissue title toast today toffee token tomato tone tongue tonic tool
        tooth topaz topic torch total touch tough tour toward towel tower town track trade trail train travel tray treat
        tree trek trend trial tribe trick trim trip trophy tropic trot trout truck true trunk trust truth tuba tube
        tulip tuna tundra tune tunnel turban turkey turn turnip turtle tutor tuxedo tweed twelve twenty twice twig twin
        twist type unable uncle under unfold union unique unit unite unlock until update uphill uphold upper urban urge
        usage useful usher usual vacant vacuum vague valid valley valour value valve vapour vase vast vault veil velvet
        vendor verb verse very vessel vest viable video view vine vinyl viola violet violin virtue visa vision visit
        visual vital vivid vocal voice volume vote vowel voyage wafer waffle wage wagon wait waiter wake walk wall
        wallet walnut walrus waltz wander want warm warn wash wasp watch water wave wealth weasel weave week weigh well
        west whale wheat wheel when where whisk white whole wick wicker wide widget width wife wild will willow wind
        window wine wing winner winter wire wisdom wise wish wizard wolf woman wombat wonder wood wool word work world
        worth wrap wreath wren wrist writer yacht yard yarn year yeast yell yellow yield yoga yogurt yolk young youth
        yummy zebra zephyr zero zest zigzag zinc zipper zodiac zone zoom
        """
}
