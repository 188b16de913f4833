/**
 * Writes the table of the services of incoming webhooks from the files beside it: `node scripts/services.ts`.
 * test/integrations/incoming-webhooks/services.test.ts fails if it is out of date.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Service } from '../src/chat/integrations/incoming-webhooks/types.ts';

const FOLDER = new URL('../src/chat/integrations/incoming-webhooks/services/', import.meta.url);
const TABLE = new URL('table.ts', FOLDER);

/** The names of a service's events that are posted; null: it has none. */
function listEventTypes(service: Service): string[] | null {
  if ('read' in service) return service.all_event_types && [...service.all_event_types];
  const names = service.events.flatMap(({ on = [], text }) => (text === undefined ? [] : on));
  return names.length === 0 ? null : [...new Set(names)];
}

/** Whether an export is a service, and not a part that several of them use. */
const isService = (exported: unknown): exported is Service =>
  typeof exported === 'object' && exported !== null && 'samples' in exported && 'name' in exported;

async function findServices(): Promise<{ service: Service; file: string; constant: string }[]> {
  const files = readdirSync(FOLDER).filter((file) => file !== 'table.ts');
  const modules = await Promise.all(
    files.map(async (file) => [file, (await import(new URL(file, FOLDER).href)) as Record<string, unknown>] as const),
  );
  return modules
    .flatMap(([file, exported]) =>
      Object.entries(exported).flatMap(([constant, service]) =>
        isService(service) ? [{ service, file, constant }] : [],
      ),
    )
    .sort((a, b) => (a.service.name < b.service.name ? -1 : 1));
}

const quote = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

/** The table as it should be. */
export async function servicesTable(): Promise<string> {
  const services = await findServices();
  const imports = services
    .filter(({ service }) => 'read' in service)
    .map(({ file, constant }) => `import { ${constant} } from './${file}';`)
    .sort();
  const rows = services.map(({ service, file, constant }) => {
    const { name, display_name, category } = service;
    const events = listEventTypes(service)?.map(quote).join(', ');
    return `  {
    name: ${quote(name)},
    display_name: ${quote(display_name)},
    category: ${quote(category)},
    all_event_types: ${events === undefined ? null : `[${events}]`},
    load: ${'read' in service ? `() => Promise.resolve(${constant})` : `async () => (await import('./${file}')).${constant}`},
  },`;
  });
  return `import type { Service, ServiceName } from '../types.ts';
${imports.join('\n')}

/** What is known of a service before it is loaded. Most servers need few of them. */
export interface OfferedService extends ServiceName {
  /** The names of its events that are posted; null: it has none. */
  all_event_types: readonly string[] | null;
  load(): Promise<Service>;
}

/**
 * All services, by name. \`node scripts/services.ts\` writes this table from the files beside it. Those with templates
 * are loaded with their first delivery; those with code are small, and share it with the server.
 */
// biome-ignore format: It is generated.
export const SERVICES: readonly OfferedService[] = [
${rows.join('\n')}
];
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const table = await servicesTable();
  if (readFileSync(TABLE, 'utf8') !== table) writeFileSync(TABLE, table);
}
