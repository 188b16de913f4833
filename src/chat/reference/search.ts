/** The page's only script. Without it, everything is readable, and the browser's own search works. */
export const SEARCH = `
const field = document.querySelector('.search input');
const found = document.getElementById('found');
const rows = [...document.querySelectorAll('details')].map((row) => [row, (row.firstChild.textContent + ' ' + row.dataset.find).toLowerCase()]);
field.parentElement.hidden = false;
const search = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  for (const [row, text] of rows) {
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) count++;
  }
  for (const section of document.querySelectorAll('section')) section.hidden = !section.querySelector('details:not([hidden])');
  document.querySelector('header').hidden = words.length > 0;
  found.textContent = words.length === 0 ? '' : count === 0 ? 'Nothing is called that.' : count + (count === 1 ? ' entry' : ' entries');
};
field.addEventListener('input', search);
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && event.target !== field && !event.ctrlKey && !event.metaKey) { event.preventDefault(); field.focus(); }
  if (event.key === 'Escape' && event.target === field) { field.value = ''; search(); }
});
const open = () => {
  const named = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (!named) return;
  if (named.tagName === 'DETAILS') named.open = true;
  if (field.value) { field.value = ''; search(); }
  named.scrollIntoView();
};
addEventListener('hashchange', open);
open();
for (const [row] of rows) row.addEventListener('toggle', () => { if (row.open && location.hash !== '#' + row.id) history.replaceState(null, '', '#' + row.id); });
`;
