// Build options that keep the server's memory use small, both for `npm start` and for the executable.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';

/**
 * Reading these properties loads a whole HTTP client, and an ES module that imports Node's `http` reads all its
 * properties.
 */
const CLIENTS = ['WebSocket', 'CloseEvent', 'MessageEvent'];

/** Koa's packages depend on several versions of this table of file types. */
export const alias = (root) => ({ 'mime-db': join(root, 'node_modules/mime-db') });

/**
 * V8 stores a script with two bytes per character if a single character needs them. esbuild escapes such characters in
 * strings, but not in templates and patterns.
 */
export const inOneByte = (source) =>
  source.replace(/[^\0-\xff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * markdown-it is published for older engines, where a function sets the fields of a new object. It takes a tenth of the
 * time of a message with Markdown, and an assignment does the same. Held by `npm run bench -- tricks`.
 */
const withAssignments = (source) =>
  source.replace(/_defineProperty\(\s*this,\s*(?:\/\*(?:[^*]|\*(?!\/))*\*\/\s*)?"(\w+)",/g, '(this.$1 =');

/** Only types with a file name extension are looked up. The others are more than half of the table. */
function typesWithExtensions(source) {
  const types = Object.entries(JSON.parse(source)).filter(([, type]) => type.extensions);
  return JSON.stringify(Object.fromEntries(types));
}

export const lean = {
  name: 'lean',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]mime-db[\\/]db\.json$/ }, ({ path }) => ({
      contents: `module.exports = JSON.parse(${JSON.stringify(typesWithExtensions(readFileSync(path, 'utf8')))});`,
    }));
    builder.onLoad({ filter: /[\\/]markdown-it[\\/].*js$/ }, ({ path }) => ({
      contents: inOneByte(withAssignments(readFileSync(path, 'utf8'))),
    }));
    // Machine code that tells ssh2 what the processor can do. npm builds none, and ssh2 works without.
    builder.onResolve({ filter: /^cpu-features$/ }, () => ({ path: 'cpu-features', namespace: 'nothing' }));
    builder.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'module.exports = () => undefined;' }));
    // Two of its scripts name files beside them, of a program and of code that Klatch does not use.
    builder.onLoad({ filter: /[\\/]ssh2[\\/]lib[\\/].*(agent|poly1305)\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('__dirname', "''"),
    }));
    const names = Object.keys(http).filter((name) => !CLIENTS.includes(name));
    builder.onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'http', namespace: 'lean', sideEffects: false } : undefined,
    );
    builder.onLoad({ filter: /.*/, namespace: 'lean' }, () => ({
      contents: `const http = require('node:http'); export default http; export const { ${names} } = http;`,
    }));
  },
};
