import { oneOf } from './decoder.ts';

/** The smallest units of the two fee tokens. */
export const unit = oneOf('WEI', 'FRI');
