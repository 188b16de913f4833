import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { endpoints, events, states } from '../src/declarations.ts';
import { VERSION } from '../src/kernel/config.ts';
import { openapi } from '../src/kernel/http/openapi.ts';

/** Names within a schema: properties, `[]` for the items of a list, `{}` for the values of a map. */
interface Names {
  readonly [name: string]: Names;
}

interface Contract {
  level: number;
  endpoints: Record<string, { params: string[]; reply: Names }>;
  register: Names;
  /** By `type` or `type/op`. */
  events: Record<string, Names>;
}

/** The API that clients of this feature level know: endpoints, parameters, response fields, /register and events. */
const contract: Contract = JSON.parse(readFileSync(new URL('support/api-contract.json', import.meta.url), 'utf8'));

/** The parts of a JSON Schema that this test reads. */
interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
}

interface Media {
  content?: Record<string, { schema: Schema }>;
}

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: Media;
  responses: Record<string, Media>;
}

const document = JSON.parse(JSON.stringify(openapi(VERSION, endpoints, events, states))) as {
  paths: Record<string, Record<string, Operation>>;
  'x-events': { type: string; op?: string; schema: Schema }[];
};

function resolved({ $ref, ...schema }: Schema): Schema {
  if ($ref === undefined) return schema;
  const keys = $ref.replace(/^#\//, '').split('/');
  return resolved(keys.reduce<any>((at, key) => at[key.replaceAll('~1', '/').replaceAll('~0', '~')], document));
}

/** A schema and all schemas it may be or is composed of. */
function getBranches(schema: Schema): Schema[] {
  const all = resolved(schema);
  return [all, ...[...(all.anyOf ?? []), ...(all.oneOf ?? []), ...(all.allOf ?? [])].flatMap(getBranches)];
}

function within(schema: Schema, name: string): Schema[] {
  return getBranches(schema).flatMap(({ items, properties = {}, patternProperties = {}, additionalProperties }) => {
    if (name === '[]') return items ?? [];
    if (name !== '{}') return properties[name] ?? [];
    const others = typeof additionalProperties === 'object' ? [additionalProperties] : [];
    return [...Object.values(patternProperties), ...others];
  });
}

/** The paths of names that none of these schemas has. */
function missingIn(schemas: readonly Schema[], names: Names, path: string): string[] {
  return Object.entries(names).flatMap(([name, further]) => {
    const found = schemas.flatMap((schema) => within(schema, name));
    const isProperty = /\w/.test(name);
    const there = isProperty ? `${path}.${name}` : path + name;
    // A list or a map may leave its contents undeclared unless they have names.
    if (found.length === 0) return isProperty || Object.keys(further).length > 0 ? [there] : [];
    return missingIn(found, further, there);
  });
}

const anonymous = (name: string): string => name.replace(/\{\w+\}/g, '{}');
const operations = new Map(
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [
      anonymous(`${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
      operation,
    ]),
  ),
);

const getReply = (name: string): Schema =>
  operations.get(anonymous(name))?.responses['200']?.content?.['application/json']?.schema ?? {};

function makeParameters({ parameters = [], requestBody }: Operation): string[] {
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => getBranches(schema));
  return [...parameters.map(({ name }) => name), ...bodies.flatMap(({ properties = {} }) => Object.keys(properties))];
}

test('every endpoint that clients know is declared with its parameters and response fields', () => {
  const missing = Object.entries(contract.endpoints).flatMap(([name, { params, reply }]) => {
    const operation = operations.get(anonymous(name));
    if (!operation) return [name];
    const known = makeParameters(operation);
    return [
      ...params.filter((param) => !known.includes(param)).map((param) => `${name} ${param}`),
      ...missingIn([getReply(name)], reply, name),
    ];
  });
  assert.deepEqual(missing, []);
});

test('every part of /register that clients know is declared', () => {
  assert.deepEqual(missingIn([getReply('POST /register')], contract.register, 'register'), []);
});

test('every event that clients know is declared with its fields', () => {
  const declared = new Map(
    document['x-events'].map(({ type, op, schema }) => [op === undefined ? type : `${type}/${op}`, schema]),
  );
  const missing = Object.entries(contract.events).flatMap(([name, fields]) => {
    const schema = declared.get(name);
    return schema ? missingIn([schema], fields, name) : [name];
  });
  assert.deepEqual(missing, []);
});
