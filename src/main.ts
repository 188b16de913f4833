#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Cached compiled code loads in half the time. It is not in the shared temporary folder, where others could plant code.
enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)));

const { main } = await import('./cli/program.ts');
await main(process.argv);
