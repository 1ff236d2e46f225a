// The fields of pprof's profile.proto that are written and read here, by message.
export const PROFILE = { sampleType: 1, sample: 2, location: 4, function: 5, strings: 6, defaultSampleType: 14 };
export const SAMPLE = { locations: 1, values: 2 };
export const LOCATION = { id: 1, line: 4 };
export const LINE = { function: 1, line: 2 };
export const FUNCTION = { id: 1, name: 2, systemName: 3, file: 4 };
export const VALUE_TYPE = { type: 1, unit: 2 };

/** The types of a sample's values. */
export const GAS_TYPE = 'L2 gas';
export const STEPS_TYPE = 'steps';
