import { readFileSync } from 'node:fs';
import type { HelpDocument } from '../../src/pages/help/render.ts';
import { renderDocument } from '../../src/pages/help/render.ts';
import { type Html, html, trustHtml } from '../../src/pages/kit/html.ts';
import { HELP, INSTALL, OWN } from './contents.ts';

type Links = (href: string) => string | undefined;

/** The front page: the sections of the README that say what Klatch is, and where to go from there. */
export function renderHome(linkTo: Links, install: HelpDocument): Html {
  const sections = readSections();
  const show = (title: string): Html => {
    const source = sections.get(title);
    if (source === undefined) throw new Error(`The README has no section ${title}`);
    return trustHtml(renderDocument(source, title, linkTo).html);
  };
  const [introduction = '', picture = ''] = sections.get('')!.split(/(?=^<picture>)/m);
  const systems = install.headings.filter(({ id }) => !id.startsWith('after'));
  return html`<main id="text" class="front">
<div class="hero"><h1>Team chat in one file</h1>
<div class="lead">${trustHtml(renderDocument(introduction, '', linkTo).html)}</div>
<p class="page-buttons"><a class="button" href="${INSTALL}">Install</a> <a class="button quiet" href="${HELP}">Read the guide</a></p></div>
${trustHtml(picture.replaceAll('docs/pictures/', `${OWN}pictures/`))}
<section class="reasons"><h2 id="why-klatch">Why Klatch</h2>
${show('Why Klatch')}</section>
<section><h2 id="install">Install</h2>
<ul class="services">${systems.map(({ id, text }) => html`<li><a href="${INSTALL}#${id}">${text}</a></li>`)}</ul></section>
<section><h2 id="the-first-minute">The first minute</h2>
${show('The first minute')}</section>
<section><h2 id="features">Features</h2>
${show('Features')}</section>
<section><h2 id="compared-with-others">Compared with others</h2>
${show('Compared with others')}</section>
<section><h2 id="not-yet">Not yet</h2>
${show('Not yet')}</section>
</main>`;
}

/** The sections of the README by their headings. What is before the first one has the name ''. */
function readSections(): Map<string, string> {
  const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').replace(/^# .+\n/, '');
  const [introduction = '', ...others] = text.split(/^## /m);
  return new Map([
    ['', introduction],
    ...others.map((section): [string, string] => {
      const end = section.indexOf('\n');
      return [section.slice(0, end), section.slice(end)];
    }),
  ]);
}
