import { OneOf } from '../../../kernel/http/schema.ts';

/** Someone begins to write, or stops. */
export const TypingOp = OneOf('start', 'stop');
export type TypingOp = 'start' | 'stop';
