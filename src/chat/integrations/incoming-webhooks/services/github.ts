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

const NAME = 'GitHub';
type NoticeContent = Omit<Notice, 'event'> | undefined;

/** By the header X-GitHub-Event; undefined: no notice. */
const EVENTS: Record<string, (payload: Reading) => NoticeContent> = {
  ping,
  push,
  create: (payload) => aboutRef(payload, 'created'),
  delete: (payload) => aboutRef(payload, 'deleted'),
  issues: (payload) => about(payload, payload.requiredAt('issue'), 'issue'),
  issue_comment: (payload) => {
    const issue = payload.requiredAt('issue');
    return comment(payload, issue, issue.at('pull_request').isStructure ? 'pull request' : 'issue');
  },
  pull_request: (payload) => about(payload, payload.requiredAt('pull_request'), 'pull request'),
  pull_request_review: review,
  pull_request_review_comment: (payload) => comment(payload, payload.requiredAt('pull_request'), 'pull request'),
  release,
  fork,
  star: (payload) =>
    payload.required('action') === 'created'
      ? { topic: topicOf([repository(payload)]), content: `${who(payload)} starred the repository.` }
      : undefined,
  workflow_run: workflowRun,
};

export const github: Service = {
  name: 'github',
  display_name: NAME,
  all_event_types: Object.keys(EVENTS),
  read(delivery) {
    const event = requireHeader(delivery, 'X-GitHub-Event');
    if (!Object.hasOwn(EVENTS, event)) throw unsupported(NAME, event);
    const notice = EVENTS[event]!(new Reading(delivery.payload));
    return notice && { event, ...notice };
  },
};

/** Webhooks belong to a repository or to an organization. */
const repository = (payload: Reading): string =>
  payload.at('repository').first('name', 'full_name') ?? payload.at('organization', 'login').text ?? NAME;

function who(payload: Reading): string {
  const sender = payload.at('sender');
  const name = sender.at('login').text ?? payload.at('pusher', 'name').text ?? 'Somebody';
  return link(name, sender.at('html_url').text);
}

function ping(payload: Reading): NoticeContent {
  const hook = ['zen', 'hook_id', 'hook', 'repository', 'organization'].map((name) => payload.at(name));
  if (!hook.some((one) => one.isStructure || one.text !== undefined)) throw new TypeError('no hook');
  const zen = payload.at('zen').text;
  return {
    topic: topicOf([repository(payload)]),
    content: `GitHub is connected${zen === undefined ? '.' : `: ${plainText(zen)}`}`,
  };
}

function push(payload: Reading): NoticeContent {
  const { kind, name } = namedBy(payload.required('ref'));
  const topic = topicOf(kind === 'tag' ? [repository(payload)] : [repository(payload), name]);
  const commits = payload.at('commits').list;
  if (payload.at('deleted').isTrue)
    return { topic, content: `${who(payload)} deleted the ${kind} ${inlineCode(name)}.` };
  if (kind === 'tag' || commits.length === 0)
    return { topic, content: `${who(payload)} pushed the ${kind} ${inlineCode(name)}.` };
  const count = link(commitCount(commits.length), payload.at('compare').text);
  const verb = payload.at('forced').isTrue ? 'force-pushed' : 'pushed';
  return { topic, content: `${who(payload)} ${verb} ${count} to ${inlineCode(name)}.${commitList(commits)}` };
}

function aboutRef(payload: Reading, verb: string): NoticeContent {
  const kind = payload.required('ref_type');
  const ref = payload.at('ref').text;
  const name = ref === undefined ? '' : ` ${inlineCode(ref)}`;
  return { topic: topicOf([repository(payload)]), content: `${who(payload)} ${verb} the ${spaced(kind)}${name}.` };
}

type Kind = 'issue' | 'pull request';

function topicAbout(payload: Reading, subject: Reading, kind: Kind): string {
  const number = subject.at('number').text;
  const title = subject.at('title').text;
  const name = kind === 'issue' ? 'issue' : 'PR';
  const numbered = [
    number === undefined ? name : `${name} #${number}`,
    title === undefined ? undefined : firstLine(title),
  ];
  return topicOf([repository(payload), topicOf(numbered, ' ')]);
}

function numbered(subject: Reading, kind: Kind): string {
  const number = subject.at('number').text;
  return number === undefined ? kind : `${kind} #${number}`;
}

/** Minor actions get no notice. */
const QUIET = new Set([
  'synchronize',
  'milestoned',
  'demilestoned',
  'subscribed',
  'unsubscribed',
  'auto_merge_enabled',
  'auto_merge_disabled',
]);

function about(payload: Reading, subject: Reading, kind: Kind): NoticeContent {
  const actionName = payload.at('action').text ?? 'updated';
  if (QUIET.has(actionName)) return undefined;
  const action = actionName === 'closed' && subject.at('merged').isTrue ? 'merged' : actionName;
  const label = /label/.test(action) ? payload.at('label', 'name').text : undefined;
  const detail = label === undefined ? '' : `: ${plainText(label)}`;
  const body = action === 'opened' ? quote(subject.at('body').text) : '';
  return {
    topic: topicAbout(payload, subject, kind),
    content: `${who(payload)} ${spaced(action)} ${link(numbered(subject, kind), subject.at('html_url').text)}${detail}.${body}`,
  };
}

function comment(payload: Reading, subject: Reading, kind: Kind): NoticeContent {
  const found = payload.requiredAt('comment');
  const action = payload.at('action').text ?? 'created';
  const done = action === 'created' ? 'commented' : `${spaced(action)} a comment`;
  const where = link(numbered(subject, kind), found.at('html_url').text ?? subject.at('html_url').text);
  return {
    topic: topicAbout(payload, subject, kind),
    content: `${who(payload)} ${done} on ${where}.${quote(found.at('body').text)}`,
  };
}

function review(payload: Reading): NoticeContent {
  const subject = payload.requiredAt('pull_request');
  const found = payload.requiredAt('review');
  const state = found.at('state').text;
  const action = spaced(payload.at('action').text ?? 'submitted');
  const verdict = state === undefined ? '' : `: ${spaced(state)}`;
  return {
    topic: topicAbout(payload, subject, 'pull request'),
    content: `${who(payload)} ${action} a ${link('review', found.at('html_url').text)}${verdict}.${quote(found.at('body').text)}`,
  };
}

function release(payload: Reading): NoticeContent {
  const found = payload.requiredAt('release');
  const name = link(found.first('name', 'tag_name') ?? 'without a name', found.at('html_url').text);
  const action = spaced(payload.at('action').text ?? 'updated');
  return { topic: topicOf([repository(payload)]), content: `${who(payload)} ${action} the release ${name}.` };
}

function fork(payload: Reading): NoticeContent {
  const forkee = payload.requiredAt('forkee');
  const name = forkee.first('full_name', 'name');
  const where = name === undefined ? '' : ` as ${link(name, forkee.at('html_url').text)}`;
  return { topic: topicOf([repository(payload)]), content: `${who(payload)} forked the repository${where}.` };
}

function workflowRun(payload: Reading): NoticeContent {
  const run = payload.requiredAt('workflow_run');
  if (payload.required('action') !== 'completed') return undefined;
  const name = link(run.at('name').text ?? 'A workflow', run.at('html_url').text);
  const conclusion = run.at('conclusion').text;
  return {
    topic: topicOf([repository(payload), run.at('head_branch').text]),
    content: conclusion === undefined ? `${name} ended.` : `${name} ended: ${spaced(conclusion)}.`,
  };
}
