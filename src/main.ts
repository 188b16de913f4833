#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled once, the modules load in half the time. Not in the shared temporary folder, where others might plant code.
enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)));

const { main } = await import('./cli/program.ts');
await main(process.argv);
