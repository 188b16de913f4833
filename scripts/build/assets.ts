import { globSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { writeServerTexts } from '../texts.mjs';
import type { Natives } from './natives.ts';

/** The files that src/kernel/assets.ts reads, by their path in the project. */
const SHIPPED = [
  'schema.sql',
  'src/emoji/names.json',
  'src/emoji/categories.json',
  'src/emoji/shortcodes.json',
  'src/schema/*.sql',
  'src/pages/*.css',
  'src/web/design/*.css',
  'docs/*.md',
  'docs/help/*.md',
  'docs/Caddyfile',
  'docs/nginx.conf',
  'docs/klatch.service',
  'docs/klatch.env',
  'docs/klatch-node.service',
  'docs/nats-server.conf',
  'docs/nats-server.service',
  'docs/klatch.pub',
  'docs/install.sh',
  'docs/alerts.yaml',
  'docs/grafana.json',
  'docs/compose.yaml',
  'docs/kubernetes.yaml',
  'Dockerfile',
];

/**
 * Everything that the executable contains besides its script: name → file. The web client is in the folder `client`.
 * Generated files are written into `folder`.
 */
export function assets(natives: Natives, licenses: string, client: string, folder: string): Record<string, string> {
  const found = globSync(SHIPPED, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const all = Object.fromEntries(found.map((path) => [path.split(sep).join('/'), path]));
  for (const path of globSync('rare/*.js', { cwd: folder })) all[path.split(sep).join('/')] = join(folder, path);
  for (const name of writeServerTexts('.', join(folder, 'texts'))) all[`texts/${name}`] = join(folder, 'texts', name);
  for (const name of readdirSync(client)) all[`web/${name}`] = join(client, name);
  for (const [path, source] of Object.entries(natives.sources)) all[`natives/${path}`] = source;
  const made = {
    'natives.json': JSON.stringify({ version: natives.version, packages: natives.packages }),
    'licenses.txt': licenses,
    // Where releases are, for klatch upgrade; empty: nowhere yet.
    'release-address.txt': process.env.KLATCH_RELEASE_ADDRESS ?? '',
  };
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(made)) {
    all[name] = join(folder, name);
    writeFileSync(all[name]!, content);
  }
  return all;
}
