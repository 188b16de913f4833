/* global SECTIONS: of all pages, which scripts/site/search.ts puts here. */
import { searchSections } from '../../src/pages/help/search-sections.ts';

const found = document.getElementById('found');
const overview = document.getElementById('overview');
const fields = document.querySelectorAll('input[name=q]');

function show(query) {
  const matches = searchSections(SECTIONS, query);
  overview.hidden = query.trim() !== '';
  found.replaceChildren(...(matches.length > 0 ? [createList(matches)] : []));
  if (matches.length === 0 && query.trim() !== '')
    found.append(create('p', 'No page contains all of these words. Try fewer or other words.'));
}

function createList(matches) {
  const list = create('ul');
  list.className = 'found';
  for (const { href, heading, page, excerpt } of matches) {
    const link = create('a', heading);
    link.href = href;
    list.append(create('li', link, ...(page === heading ? [] : [' ', create('small', page)]), create('p', excerpt)));
  }
  return list;
}

function create(name, ...content) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

const query = new URLSearchParams(location.search).get('q') ?? '';
for (const field of fields) {
  field.value = query;
  field.addEventListener('input', () => {
    show(field.value);
    history.replaceState(null, '', `?q=${encodeURIComponent(field.value)}`);
  });
}
document.querySelector('main input[name=q]').focus();
show(query);
