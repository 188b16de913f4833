import type { HLJSApi, LanguageFn } from 'highlight.js';

export interface Katex {
  renderToString(tex: string, options: object): string;
}

export function katex(): Katex;
export function highlighter(): HLJSApi;
export const grammars: Readonly<Record<string, () => LanguageFn>>;
