import { inlineCode, plainText } from '../../../../markdown/generated.ts';
import type { Notice, Service } from '../types.ts';
import { commitList } from './commits.ts';
import { Reading } from './reading.ts';
import {
  commits as commitCount,
  firstLine,
  link,
  namedBy,
  quote,
  requireHeader,
  spaced,
  topicOf,
  unsupported,
} from './wording.ts';

const NAME = 'GitLab';
/** The commit of a deleted ref. */
const NOTHING = /^0+$/;
type NoticeContent = Omit<Notice, 'event'> | undefined;

/** By the header X-Gitlab-Event. */
const EVENTS: Record<string, (payload: Reading) => NoticeContent> = {
  'Push Hook': push,
  'Tag Push Hook': push,
  'Issue Hook': (payload) => about(payload, 'issue'),
  'Merge Request Hook': (payload) => about(payload, 'merge request'),
  'Note Hook': note,
  'Pipeline Hook': pipeline,
};

export const gitlab: Service = {
  name: 'gitlab',
  display_name: NAME,
  all_event_types: Object.keys(EVENTS),
  read(delivery) {
    const event = requireHeader(delivery, 'X-Gitlab-Event').replace(/^Confidential /, '');
    if (!Object.hasOwn(EVENTS, event)) throw unsupported(NAME, event);
    const notice = EVENTS[event]!(new Reading(delivery.payload));
    return notice && { event, ...notice };
  },
};

const project = (payload: Reading): string =>
  payload.at('project').first('name', 'path_with_namespace') ?? payload.at('repository', 'name').text ?? NAME;

const who = (payload: Reading): string =>
  plainText(payload.at('user').first('name', 'username') ?? payload.first('user_name', 'user_username') ?? 'Somebody');

function push(payload: Reading): NoticeContent {
  const { kind, name } = namedBy(payload.required('ref'));
  const topic = topicOf(kind === 'tag' ? [project(payload)] : [project(payload), name]);
  const commits = payload.at('commits').list;
  if (NOTHING.test(payload.at('after').text ?? ''))
    return { topic, content: `${who(payload)} deleted the ${kind} ${inlineCode(name)}.` };
  const count = Number(payload.at('total_commits_count').text ?? commits.length);
  if (kind === 'tag' || !(count > 0))
    return { topic, content: `${who(payload)} pushed the ${kind} ${inlineCode(name)}.` };
  return {
    topic,
    content: `${who(payload)} pushed ${commitCount(count)} to ${inlineCode(name)}.${commitList(commits)}`,
  };
}

type Kind = 'issue' | 'merge request';
const SHORT: Record<Kind, { name: string; sign: string }> = {
  issue: { name: 'issue', sign: '#' },
  'merge request': { name: 'MR', sign: '!' },
};

function topicAbout(payload: Reading, attributes: Reading, kind: Kind): string {
  const { name, sign } = SHORT[kind];
  const id = attributes.at('iid').text;
  const title = attributes.at('title').text;
  const numbered = [
    id === undefined ? name : `${name} ${sign}${id}`,
    title === undefined ? undefined : firstLine(title),
  ];
  return topicOf([project(payload), topicOf(numbered, ' ')]);
}

const DONE: Record<string, string> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  update: 'updated',
  merge: 'merged',
  approved: 'approved',
};

function about(payload: Reading, kind: Kind): NoticeContent {
  const attributes = payload.requiredAt('object_attributes');
  const action = attributes.at('action').text ?? 'open';
  const done = Object.hasOwn(DONE, action) ? DONE[action]! : spaced(action);
  const id = attributes.at('iid').text;
  const numbered = id === undefined ? kind : `${kind} ${SHORT[kind].sign}${id}`;
  return {
    topic: topicAbout(payload, attributes, kind),
    content: `${who(payload)} ${done} ${link(numbered, attributes.at('url').text)}.${done === 'opened' ? quote(attributes.at('description').text) : ''}`,
  };
}

function note(payload: Reading): NoticeContent {
  const attributes = payload.requiredAt('object_attributes');
  const kinds: readonly Kind[] = ['merge request', 'issue'];
  const kind = kinds.find((one) => payload.at(one.replace(' ', '_')).isStructure);
  const topic = kind ? topicAbout(payload, payload.at(kind.replace(' ', '_')), kind) : topicOf([project(payload)]);
  const type = attributes
    .at('noteable_type')
    .text?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  const on = type === undefined ? '' : ` on ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${spaced(type)}`;
  return {
    topic,
    content: `${who(payload)} ${link('commented', attributes.at('url').text)}${on}.${quote(attributes.at('note').text)}`,
  };
}

function pipeline(payload: Reading): NoticeContent {
  const found = payload.requiredAt('object_attributes');
  const status = found.required('status');
  if (!['success', 'failed', 'canceled'].includes(status)) return undefined;
  const id = found.at('id').text;
  const web = payload.at('project', 'web_url').text;
  const url = web === undefined || id === undefined ? undefined : `${web}/-/pipelines/${id}`;
  return {
    topic: topicOf([project(payload), found.at('ref').text]),
    content: `${link(id === undefined ? 'A pipeline' : `Pipeline ${id}`, url)} ended: ${status}.`,
  };
}
