import { readFileSync } from 'node:fs';

const { start } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).scripts;

/**
 * The flags of Node.js with which `npm start` and the executable run. V8 lets the space for new objects grow to four
 * times `--max-semi-space-size`, which many waiting clients fill. It collects old objects when they take four times
 * what is in use; at twice that, 1,000 people online need a third less memory (npm run bench -- office).
 */
export const NODE_FLAGS: readonly string[] = (start as string).match(/--[\w-]+(=\S+)?/g) ?? [];
