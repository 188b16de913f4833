import type { Notice, Service } from '../types.ts';
import { commitList } from './commits.ts';
import { branchOf, firstLine, link, quote, requireHeader, unsupported, words } from './wording.ts';

const NAME = 'GitHub';

/** By the header X-GitHub-Event; undefined: nothing worth saying. */
const EVENTS: Record<string, (payload: any) => Omit<Notice, 'event'> | undefined> = {
  ping: (payload) => ({ topic: repository(payload), content: `GitHub is connected: ${quote(payload.zen).trim()}` }),
  push: (payload) => {
    const branch = branchOf(payload.ref);
    const topic = `${repository(payload)} / ${branch}`;
    if (payload.deleted) return { topic, content: `${who(payload)} deleted the branch \`${branch}\`.` };
    if (payload.commits.length === 0) return { topic, content: `${who(payload)} pushed the branch \`${branch}\`.` };
    const count = payload.commits.length === 1 ? '1 commit' : `${payload.commits.length} commits`;
    const how = payload.forced ? 'force-pushed' : 'pushed';
    return {
      topic,
      content: `${who(payload)} ${how} ${link(count, payload.compare)} to \`${branch}\`.${commitList(payload.commits)}`,
    };
  },
  create: (payload) => ({
    topic: repository(payload),
    content: `${who(payload)} created the ${words(payload.ref_type)} \`${words(payload.ref ?? '')}\`.`,
  }),
  delete: (payload) => ({
    topic: repository(payload),
    content: `${who(payload)} deleted the ${words(payload.ref_type)} \`${words(payload.ref)}\`.`,
  }),
  issues: (payload) => about(payload, payload.issue, 'issue'),
  issue_comment: (payload) => comment(payload, payload.issue, payload.issue.pull_request ? 'pull request' : 'issue'),
  pull_request: (payload) => about(payload, payload.pull_request, 'pull request'),
  pull_request_review: (payload) => ({
    topic: numbered(payload, payload.pull_request, 'PR'),
    content: `${who(payload)} ${words(payload.action)} a ${link('review', payload.review.html_url)}: ${words(payload.review.state).replaceAll('_', ' ')}.${quote(payload.review.body)}`,
  }),
  pull_request_review_comment: (payload) => comment(payload, payload.pull_request, 'pull request'),
  release: (payload) => ({
    topic: repository(payload),
    content: `${who(payload)} ${words(payload.action)} the release ${link(payload.release.name || payload.release.tag_name, payload.release.html_url)}.`,
  }),
  fork: (payload) => ({
    topic: repository(payload),
    content: `${who(payload)} forked the repository as ${link(payload.forkee.full_name, payload.forkee.html_url)}.`,
  }),
  star: (payload) =>
    payload.action === 'created'
      ? { topic: repository(payload), content: `${who(payload)} starred the repository.` }
      : undefined,
  workflow_run: (payload) =>
    payload.action === 'completed'
      ? {
          topic: `${repository(payload)} / ${words(payload.workflow_run.head_branch)}`,
          content: `${link(payload.workflow_run.name, payload.workflow_run.html_url)} ended: ${words(payload.workflow_run.conclusion).replaceAll('_', ' ')}.`,
        }
      : undefined,
};

export const github: Service = {
  name: 'github',
  display_name: NAME,
  all_event_types: Object.keys(EVENTS),
  read(delivery) {
    const event = requireHeader(delivery, 'X-GitHub-Event');
    if (!Object.hasOwn(EVENTS, event)) throw unsupported(NAME, event);
    const notice = EVENTS[event]!(delivery.payload);
    return notice && { event, ...notice };
  },
};

const repository = (payload: any): string => words(payload.repository.name);
const who = ({ sender }: any): string => (sender.html_url ? link(sender.login, sender.html_url) : words(sender.login));
const numbered = (payload: any, { number, title }: any, kind: string): string =>
  `${repository(payload)} / ${kind} #${words(number)} ${firstLine(title)}`;

/** Actions that change little are passed over. */
const QUIET = new Set([
  'synchronize',
  'milestoned',
  'demilestoned',
  'subscribed',
  'unsubscribed',
  'auto_merge_enabled',
  'auto_merge_disabled',
]);

function about(payload: any, thing: any, kind: 'issue' | 'pull request'): Omit<Notice, 'event'> | undefined {
  if (QUIET.has(payload.action)) return undefined;
  const action = payload.action === 'closed' && thing.merged ? 'merged' : words(payload.action).replaceAll('_', ' ');
  const detail = payload.label && /label/.test(action) ? `: ${words(payload.label.name)}` : '';
  return {
    topic: numbered(payload, thing, kind === 'issue' ? 'issue' : 'PR'),
    content: `${who(payload)} ${action} ${link(`${kind} #${words(thing.number)}`, thing.html_url)}${detail}.${action === 'opened' ? quote(thing.body) : ''}`,
  };
}

const comment = (payload: any, thing: any, kind: 'issue' | 'pull request'): Omit<Notice, 'event'> => ({
  topic: numbered(payload, thing, kind === 'issue' ? 'issue' : 'PR'),
  content: `${who(payload)} ${payload.action === 'created' ? 'commented' : `${words(payload.action)} a comment`} on ${link(`${kind} #${words(thing.number)}`, payload.comment.html_url)}.${quote(payload.comment.body)}`,
});
