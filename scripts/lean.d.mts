import type { Plugin } from 'esbuild';

export const alias: (root: string) => Record<string, string>;
export const inOneByte: (source: string) => string;
export const lean: Plugin;
