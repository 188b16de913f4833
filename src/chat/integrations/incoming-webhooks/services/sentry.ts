import { inlineCode, plainText } from '../../../../markdown/generated.ts';
import type { Notice, Service } from '../types.ts';
import { Reading } from './reading.ts';
import { firstLine, link, quote, topicOf, unsupported } from './wording.ts';

const NAME = 'Sentry';

/** Issues and events: integrations send them as `data`, the older plugin directly. */
export const sentry: Service = {
  name: 'sentry',
  display_name: NAME,
  all_event_types: ['issue', 'event'],
  read({ payload }) {
    const reading = new Reading(payload);
    const data = reading.at('data');
    if (!data.isStructure) return event(reading.requiredAt('event'), reading);
    if (data.at('issue').isStructure) return issue(reading);
    const found = [data.at('event'), data.at('error')].find(({ isStructure }) => isStructure);
    if (found) return event(found, reading);
    throw unsupported(NAME, data.names[0] ?? 'unknown');
  },
};

function issue(reading: Reading): Notice {
  const found = reading.at('data', 'issue');
  const actor = reading.at('actor');
  const name = actor.at('type').text === 'user' ? actor.at('name').text : undefined;
  const title = firstLine(found.first('title', 'culprit', 'shortId') ?? 'without a title');
  const by = name === undefined ? '' : ` by ${plainText(name)}`;
  const action = plainText(reading.at('action').text ?? 'updated');
  return {
    event: 'issue',
    topic: topicOf([found.at('project', 'name').text ?? found.first('shortId') ?? NAME]),
    content: `Issue ${link(title, found.first('web_url', 'permalink', 'url'))} was ${action}${by}.${facts(found)}`,
  };
}

/** `around` has what the older plugin sends beside the event. */
function event(found: Reading, around: Reading): Notice {
  const { text: message } = found.at('message');
  const title = found.at('title').text ?? message ?? found.at('culprit').text ?? 'An event without a title';
  const url = found.first('web_url', 'url') ?? around.at('url').text;
  const more = message !== undefined && message !== title ? quote(message) : '';
  return {
    event: 'event',
    topic: topicOf([around.at('project_name').text ?? found.at('project_name').text ?? firstLine(title)]),
    content: `${link(firstLine(title), url)} happened.${facts(found)}${more}`,
  };
}

function facts(found: Reading): string {
  const level = found.at('level').text;
  const culprit = found.at('culprit').text;
  const all = [
    ...(level === undefined ? [] : [`Level: ${plainText(level)}`]),
    ...(culprit === undefined ? [] : [`In: ${inlineCode(culprit)}`]),
  ];
  return all.map((fact) => `\n* ${fact}`).join('');
}
