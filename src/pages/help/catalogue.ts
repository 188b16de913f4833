import { requireNotice, sampleDelivery } from '../../chat/integrations/incoming-webhooks/rules.ts';
import { type OfferedService, SERVICES } from '../../chat/integrations/incoming-webhooks/services/table.ts';
import type { Sample, Service } from '../../chat/integrations/incoming-webhooks/types.ts';
import { groupOfCategory, INTEGRATION_GROUPS, type IntegrationGroup } from '../../shared/integration-groups.ts';
import { type Html, html, trustHtml } from '../kit/html.ts';
import { CATALOGUE } from './contents.ts';
import { messageHtml } from './example.ts';
import { renderText } from './render.ts';
import { LONGEST_QUERY } from './search-sections.ts';

const TITLES: Readonly<Record<IntegrationGroup, string>> = {
  own: 'Your own',
  monitoring: 'Monitoring',
  development: 'Development',
  planning: 'Planning',
  communication: 'Communication',
  home: 'Home and media',
  business: 'Business',
  other: 'Other services',
};

/** The services that have all words of a search in their name or group. */
export function findServices(query: string): OfferedService[] {
  const words = query.slice(0, LONGEST_QUERY).toLowerCase().split(/\s+/).filter(Boolean);
  return SERVICES.filter(({ name, display_name, category }) => {
    const text = [name, display_name, category, TITLES[groupOfCategory(category)]].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  }).sort((a, b) => a.display_name.localeCompare(b.display_name, 'en'));
}

export const serviceLink = ({ name, display_name }: OfferedService): Html =>
  html`<a href="${CATALOGUE}/${name}">${display_name}</a>`;

/** A search field, and the services that it finds, in groups. */
export function catalogueHtml(query: string): Html {
  const found = findServices(query);
  const groups = INTEGRATION_GROUPS.map((group) => ({
    title: TITLES[group],
    services: found.filter(({ category }) => groupOfCategory(category) === group),
  })).filter(({ services }) => services.length > 0);
  return html`<form class="find" role="search" aria-label="Services" action="${CATALOGUE}">
<input type="search" name="q" value="${query}" maxlength="${LONGEST_QUERY}" aria-label="Find a service" placeholder="Find a service">
</form>
${found.length === 0 && html`<p>No service has this name. <a href="#write-your-own-template">Write your own template.</a></p>`}
${groups.map(
  ({ title, services }) => html`<h2>${title}</h2>
<ul class="services">${services.map((one) => html`<li>${serviceLink(one)}</li>`)}</ul>
`,
)}`;
}

/** What a service posts, and how to connect it; undefined: there is no such service. */
export async function servicePage(name: string): Promise<{ title: string; body: Html } | undefined> {
  const offered = SERVICES.find((one) => one.name === name);
  if (!offered) return undefined;
  const service = await offered.load();
  const body = html`<p><a href="${CATALOGUE}">Integrations</a> › ${TITLES[groupOfCategory(service.category)]}</p>
<h2 id="connect">Connect ${service.display_name}</h2>
${instructions(service)}
${offered.all_event_types && eventList(offered.all_event_types)}
<h2 id="messages">What it posts</h2>
${service.samples.map((sample) => sampleHtml(service, sample))}`;
  return { title: service.display_name, body };
}

const instructions = ({ name, display_name, setup }: Service): Html =>
  html`<ol>
<li>Open <a href="/#organization/integrations/${name}">Organization → Integrations → ${display_name}</a> in Klatch. Choose
where its messages go, and create an address.</li>
<li>${
    setup === undefined
      ? html`In ${display_name}, add a webhook with this URL. Choose JSON as the content type, if it asks.`
      : trustHtml(renderText(setup))
  }</li>
<li>Send a sample from the page in Klatch, or wait for the first delivery. The page shows the last ten.</li>
</ol>
<p>From the command line, and with the key of a bot:</p>
<pre tabindex="0"><code>klatch webhook create ${name} --bot BOT --channel engineering
https://chat.example.com/api/v1/external/${name}?api_key=KEY&amp;stream=engineering</code></pre>`;

const eventList = (events: readonly string[]): Html =>
  html`<h2 id="events">Events</h2>
<p>Choose some with <code>only_events</code> in the URL, or leave some out with <code>exclude_events</code>:</p>
<p>${events.map((event) => html`<code>${event}</code> `)}</p>`;

/** A message as the server posts it about a delivery; empty if it posts none. */
function sampleHtml(service: Service, sample: Sample): Html | undefined {
  const notice = requireNotice(service, sampleDelivery(sample));
  return (
    notice &&
    html`<div class="sample"><p class="sample-topic">${notice.topic}</p>
<div class="rendered">${trustHtml(messageHtml(notice.content))}</div></div>
`
  );
}
