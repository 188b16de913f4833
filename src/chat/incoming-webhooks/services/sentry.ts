import type { Notice, Service } from '../types.ts';
import { firstLine, link, quote, unsupported, words } from './wording.ts';

const NAME = 'Sentry';

/** Issues and events: of integrations as `data`, of the older plugin as they are. */
export const sentry: Service = {
  name: 'sentry',
  display_name: NAME,
  all_event_types: ['issue', 'event'],
  read({ payload }) {
    if (!payload.data) return event({ ...payload.event, web_url: payload.url, project_name: payload.project_name });
    if (payload.data.issue) return issue(payload);
    const found = payload.data.event ?? payload.data.error;
    if (found) return event(found);
    throw unsupported(NAME, Object.keys(payload.data)[0] ?? 'unknown');
  },
};

function issue({ action, data, actor }: any): Notice {
  const { title, web_url, permalink, url, shortId, project, culprit, level } = data.issue;
  const by = actor?.type === 'user' ? ` by ${words(actor.name)}` : '';
  const facts = [level && `Level: ${words(level)}`, culprit && `In: \`${words(culprit)}\``].filter(Boolean);
  return {
    event: 'issue',
    topic: words(project?.name ?? shortId ?? NAME),
    content: `Issue ${link(firstLine(title), web_url ?? permalink ?? url)} was ${words(action)}${by}.${facts.map((fact) => `\n* ${fact}`).join('')}`,
  };
}

function event({ title, message, web_url, url, level, culprit, project_name }: any): Notice {
  const facts = [level && `Level: ${words(level)}`, culprit && `In: \`${words(culprit)}\``].filter(Boolean);
  const text = words(title ?? message);
  return {
    event: 'event',
    topic: words(project_name ?? firstLine(text)),
    content: `${link(firstLine(text), web_url ?? url)} happened.${facts.map((fact) => `\n* ${fact}`).join('')}${message && message !== title ? quote(message) : ''}`,
  };
}
