import type { App } from '../app.ts';
import { memoByObject } from '../shared/memo.ts';
import { html, trustHtml } from './kit/html.ts';
import { page } from './kit/page.ts';

/** The API reference, in the frame of the help. It is public, and in English only. */
export const referencePage = page({
  paths: ['/api'],
  summary: 'API reference',
  audience: 'public',
  async show({ app }) {
    const { text, navigation, script } = await getReference(app);
    return {
      title: 'API reference',
      body: trustHtml(text),
      script,
      document: {
        name: 'API',
        href: '/api',
        navigation: html`<ul><li><a href="/help">All help pages</a></li>
<li><a href="/help/api">Bots and API</a></li></ul>
<h2>API reference</h2>${trustHtml(navigation)}`,
        styles: ['src/pages/help.css', 'src/pages/reference.css'],
      },
    };
  },
});

/** Written when it is first opened, since most servers never show it. */
const getReference = memoByObject(async ({ declarations: { endpoints, events, states } }: App) => {
  const { renderReference } = await import('../chat/reference/page.ts');
  const { SEARCH } = await import('../chat/reference/shapes.ts');
  const state = Object.assign({}, ...states.map(({ shape }) => shape));
  return { ...renderReference(endpoints, events, state), script: SEARCH };
});
