/// The sample hikes and places of `profile demo`, compiled into the program so that an installed one has them.
public enum SampleData {
    /// Twelve hikes in the Landmarks format, with start times.
    public static var hikes: [UInt8] { PackageResources.hikeData_json }
    /// Eleven places in the Landmarks format.
    public static var places: [UInt8] { PackageResources.landmarkData_json }
}
