import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const STEP = 'CREATE TABLE of_newer_version (id INTEGER PRIMARY KEY) STRICT;';

/** A copy of the sources whose database has one more table. Returns its main script. */
export function newerVersion(): string {
  const folder = temporaryFolder();
  for (const name of ['src', 'schema.sql', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  change(join(folder, 'schema.sql'), (text) => `${text}\n${STEP}\n`);
  change(join(folder, 'src/schema/upgrades.ts'), (text) =>
    text.replace(/^\];\n\n(?=\/\*\* The schema of new databases)/m, `  '${STEP}',\n$&`),
  );
  return join(folder, 'src/main.ts');
}

function change(path: string, by: (text: string) => string): void {
  writeFileSync(path, by(readFileSync(path, 'utf8')));
}
