import { OneOf } from '../../../kernel/http/schema.ts';

/** A user starts or stops typing. */
export const TypingOp = OneOf('start', 'stop');
export type TypingOp = 'start' | 'stop';
