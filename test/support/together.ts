import { test } from 'node:test';

const { promise, resolve } = Promise.withResolvers<void>();

/**
 * The first test of several files in one process (scripts/test.ts): the others wait for it. Node takes away what was made for all tests when those
 * it knows have ended, so it is to know all of them first; some files first make a world that takes a while.
 */
test('the files that share this process are loaded', () => promise);

export const loaded = resolve;
