import { Store } from '../../data/stores/store.ts';

/** The text of the field for an address in which somebody types, if somebody does. Before it is left, nothing is asked or said about a part of an address. */
export const typedAddress = new Store<string | undefined>(undefined);
