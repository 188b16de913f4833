import type { Notice, Service } from '../types.ts';
import { commitList } from './commits.ts';
import { branchOf, firstLine, link, quote, requireHeader, unsupported, words } from './wording.ts';

const NAME = 'GitLab';
const NOTHING = /^0+$/;

/** By the header X-Gitlab-Event. */
const EVENTS: Record<string, (payload: any) => Omit<Notice, 'event'> | undefined> = {
  'Push Hook': (payload) => {
    const branch = branchOf(payload.ref);
    const topic = `${project(payload)} / ${branch}`;
    if (NOTHING.test(payload.after))
      return { topic, content: `${words(payload.user_name)} deleted the branch \`${branch}\`.` };
    const count = payload.total_commits_count ?? payload.commits.length;
    const what = count === 1 ? '1 commit' : `${words(count)} commits`;
    return {
      topic,
      content: `${words(payload.user_name)} pushed ${what} to \`${branch}\`.${commitList(payload.commits)}`,
    };
  },
  'Tag Push Hook': (payload) => {
    const verb = NOTHING.test(payload.after) ? 'deleted' : 'pushed';
    return {
      topic: project(payload),
      content: `${words(payload.user_name)} ${verb} the tag \`${branchOf(payload.ref)}\`.`,
    };
  },
  'Issue Hook': (payload) => about(payload, 'issue', '#'),
  'Merge Request Hook': (payload) => about(payload, 'merge request', '!'),
  'Note Hook': (payload) => {
    const { noteable_type, url, note } = payload.object_attributes;
    const thing = payload.merge_request ?? payload.issue;
    const sign = payload.merge_request ? 'MR !' : 'issue #';
    const topic = thing
      ? `${project(payload)} / ${sign}${words(thing.iid)} ${firstLine(thing.title)}`
      : project(payload);
    return {
      topic,
      content: `${words(payload.user.name)} ${link('commented', url)} on a ${words(noteable_type).toLowerCase()}.${quote(note)}`,
    };
  },
  'Pipeline Hook': (payload) => {
    const { id, status, ref } = payload.object_attributes;
    if (!['success', 'failed', 'canceled'].includes(status)) return undefined;
    return {
      topic: `${project(payload)} / ${words(ref)}`,
      content: `${link(`Pipeline ${words(id)}`, `${words(payload.project.web_url)}/-/pipelines/${words(id)}`)} ended: ${words(status)}.`,
    };
  },
};

export const gitlab: Service = {
  name: 'gitlab',
  display_name: NAME,
  all_event_types: Object.keys(EVENTS),
  read(delivery) {
    const event = requireHeader(delivery, 'X-Gitlab-Event').replace(/^Confidential /, '');
    if (!Object.hasOwn(EVENTS, event)) throw unsupported(NAME, event);
    const notice = EVENTS[event]!(delivery.payload);
    return notice && { event, ...notice };
  },
};

const project = (payload: any): string => words((payload.project ?? payload.repository).name);

const DONE: Record<string, string> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  update: 'updated',
  merge: 'merged',
  approved: 'approved',
};

function about(payload: any, kind: string, sign: '#' | '!'): Omit<Notice, 'event'> {
  const { iid, title, url, action, description } = payload.object_attributes;
  const done = DONE[action ?? 'open'] ?? words(action);
  return {
    topic: `${project(payload)} / ${sign === '#' ? 'issue' : 'MR'} ${sign}${words(iid)} ${firstLine(title)}`,
    content: `${words(payload.user.name)} ${done} ${link(`${kind} ${sign}${words(iid)}`, url)}.${done === 'opened' ? quote(description) : ''}`,
  };
}
