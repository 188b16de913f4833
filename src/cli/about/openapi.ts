import { endpoints, events, states } from '../../declarations.ts';
import { VERSION } from '../../kernel/config.ts';
import { openapi } from '../../kernel/http/openapi.ts';

/** Prints the API as OpenAPI. */
export function printOpenapi(): void {
  process.stdout.write(`${JSON.stringify(openapi(VERSION, endpoints, events, states), null, 2)}\n`);
}
