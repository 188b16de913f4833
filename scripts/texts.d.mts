import type { Plugin } from 'esbuild';

export function clientTexts(root: string): Plugin;
export function serverTexts(readFile: string): Plugin;
export function writeServerTexts(root: string, folder: string): string[];
