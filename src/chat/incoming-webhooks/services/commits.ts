import { firstLine, link, list, words } from './wording.ts';

const MOST = 20;

/** The commits of a push, as a list: GitHub and GitLab tell them alike. */
export function commitList(commits: readonly any[]): string {
  const shown = commits
    .slice(0, MOST)
    .map(({ id, url, message }) => `${firstLine(message)} (${link(words(id).slice(0, 11), url)})`);
  const more = commits.length > MOST ? [`and ${commits.length - MOST} more`] : [];
  return `\n\n${list([...shown, ...more])}`;
}
