import { Type } from 'typebox';
import { endpoints, events, states } from '../../declarations.ts';
import { VERSION } from '../../kernel/config.ts';
import { openapi } from '../../kernel/http/openapi.ts';
import { printJson } from '../../kernel/terminal/output.ts';
import { work } from '../declaration/command.ts';

/** Prints the API as OpenAPI, which is JSON anyway. */
export const printOpenapi = work({
  result: Type.Record(Type.String(), Type.Unknown()),
  run: () => ({ ...openapi(VERSION, endpoints, events, states) }),
  print: printJson,
});
