import type { Metafile } from 'esbuild';

export function buildWeb(root: string, folder: string, options?: { small?: boolean }): Promise<Metafile>;
