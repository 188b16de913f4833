type Json = Record<string, any>;

/** An OpenAPI document in the form of the snapshot: one entry for each operation and event, one line for each field. */
export type Snapshot = Record<string, string[]>;
type Entry = [name: string, fields: string[]];

/**
 * Reduces an OpenAPI document to what clients depend on: parameters, response fields and event fields with their types.
 */
export function makeSnapshot(document: Json): Snapshot {
  const operations = Object.entries(document.paths as Json).flatMap(([path, item]) =>
    Object.entries(item as Json).map(
      ([method, operation]): Entry => [
        `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
        [...makeParameters(operation), ...getReplies(operation)],
      ],
    ),
  );
  const events = (document['x-events'] as Json[]).map(
    ({ type, op, schema }): Entry => [`event ${type}${op ? `/${op}` : ''}`, getFields(schema)],
  );
  return Object.fromEntries([...operations, ...events].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function makeParameters({ parameters, requestBody }: Json): string[] {
  const inUrl = parameters.map(({ name, in: place, required, schema, content }: Json) =>
    line(`${place} ${name}`, schema ?? content['application/json'].schema, required),
  );
  const forms = Object.values((requestBody?.content ?? {}) as Json).flatMap(({ schema }) =>
    Object.entries((schema.properties ?? {}) as Json).map(([name, one]) =>
      line(`form ${name}`, one, schema.required?.includes(name)),
    ),
  );
  return [...inUrl, ...forms].sort();
}

function getReplies({ responses }: Json): string[] {
  return Object.entries(responses as Json).flatMap(([status, { content }]) =>
    Object.entries((content ?? {}) as Json).flatMap(([type, { schema }]) =>
      type === 'application/json'
        ? getFields(schema ?? {})
            .filter((field) => !COMMON.some((name) => field.startsWith(`${name}?`)))
            .map((field) => `${status} ${field}`)
        : [`${status} ${type}`],
    ),
  );
}

/** Fields of every response. */
const COMMON = ['ignored_parameters_unsupported', 'msg', 'result'];

const getFields = (schema: Json): string[] =>
  Object.entries((schema.properties ?? {}) as Json)
    .map(([name, one]) => line(name, one, schema.required?.includes(name)))
    .sort();

const line = (name: string, schema: Json, isRequired: boolean | undefined): string =>
  `${name}${isRequired ? '' : '?'}: ${typeOf(schema)}`;

/** A type in short: `integer`, `string(60)`, `{id: integer}[]`, `"a" | "b"`. */
function typeOf(schema: Json): string {
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return [...new Set(union.map(typeOf))].join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one: unknown) => JSON.stringify(one)).join(' | ');
  if (schema.type === 'array') return `(${schema.items ? typeOf(schema.items) : 'any'})[]${limit(schema.maxItems)}`;
  if (schema.type === 'object' || schema.properties) {
    const values = schema.additionalProperties;
    const rest = values && typeof values === 'object' ? [`*: ${typeOf(values)}`] : [];
    return `{${[...getFields(schema), ...rest].join(', ')}}`;
  }
  return `${schema.type ?? 'any'}${limit(schema.maxLength)}`;
}

const limit = (length: number | undefined): string => (length === undefined ? '' : `(${length})`);

/** The changes from one snapshot to the next, one sentence for each. */
export function explain(before: Snapshot, now: Snapshot): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names.flatMap((name) => {
    const [old, next] = [before[name], now[name]];
    if (!old) return [`${name} is new.`];
    if (!next) return [`${name} was removed.`];
    return explainFields(name, fieldMap(old), fieldMap(next));
  });
}

const fieldMap = (lines: string[]): Map<string, string> =>
  new Map(lines.map((one) => [one.split(/\?|: /, 1)[0]!, one]));

function explainFields(name: string, before: Map<string, string>, now: Map<string, string>): string[] {
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((field) => {
    const [old, next] = [before.get(field), now.get(field)];
    if (old === next) return [];
    if (old === undefined) return [`${name}: "${next}" is new.`];
    if (next === undefined) return [`${name}: "${old}" was removed.`];
    return [`${name}: "${old}" became "${next}".`];
  });
}
