/** Whether the place of an origin is the path of a record, and not the URL of a node. */
export const isRecordPlace = (place: string): boolean => !place.includes('://') && /\.(?:record|json|gz)$/i.test(place);
