import { endpoints } from '../api.ts';
import { VERSION } from '../kernel/config.ts';
import { openapi } from '../kernel/http/openapi.ts';
import { events, states } from '../live.ts';

/** Prints the description of everything declared. */
export function printOpenapi(): void {
  process.stdout.write(`${JSON.stringify(openapi(VERSION, endpoints, events, states), null, 2)}\n`);
}
