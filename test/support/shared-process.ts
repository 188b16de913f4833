import { test } from 'node:test';

const { promise, resolve } = Promise.withResolvers<void>();

/**
 * The first test of several files in one process (scripts/test.ts); the others wait for it. Node runs global cleanup as
 * soon as all tests it knows have ended, so it must know all of them first. Some files prepare data for a while before
 * they declare tests.
 */
test('all files that share this process are loaded', () => promise);

export const markLoaded = resolve;
