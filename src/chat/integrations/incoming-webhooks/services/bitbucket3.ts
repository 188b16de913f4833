import type { TemplateService } from '../types.ts';

const PULL_REQUEST_TOPIC = '{{ repo }} / PR #{{ pullRequest.id }} {{ pullRequest.title }}';
const PULL_REQUEST = "{{ 'PR #' | append: pullRequest.id | link: pullRequest.links.self[0].href }}";

/** Bitbucket Server and Data Center. */
export const bitbucket3: TemplateService = {
  name: 'bitbucket3',
  display_name: 'Bitbucket Server',
  category: 'version-control',
  event: '{% if eventKey %}{{ eventKey }}{% elsif test %}diagnostics:ping{% endif %}',
  shared: `
{% assign who = actor.displayName | default: actor.name | default: 'Somebody' | link: actor.links.self[0].href %}
{% assign repo = repository.name | default: pullRequest.toRef.repository.name | default: new.name \
| default: 'Bitbucket Server' %}
{% assign commit_url = repository.links.self[0].href | replace: '/browse', '/commits/' %}`,
  topic: '{{ repo }}',
  branch: "{% if changes[0].ref.type == 'BRANCH' %}{{ changes[0].ref.displayId }}{% endif %}",
  events: [
    { on: 'diagnostics:ping', text: 'Bitbucket Server is connected.' },
    {
      on: 'repo:refs_changed',
      needs: ['changes'],
      topic: "{{ repo }}{% if changes[0].ref.type == 'BRANCH' %} / {{ changes[0].ref.displayId }}{% endif %}",
      text: `
{% for change in changes limit: 20 %}
{{ who }} \
{% if change.type == 'ADD' %}created{% elsif change.type == 'DELETE' %}deleted{% else %}pushed to{% endif %} \
the {{ change.ref.type | default: 'branch' | words }} {{ change.ref.displayId | code }}\
{% if change.type == 'UPDATE' %}, which is now at \
{% assign url = commit_url | append: change.toHash %}{{ change.toHash | short_sha | link: url }}{% endif %}.
{% endfor %}`,
    },
    {
      on: ['repo:comment:added', 'repo:comment:edited', 'repo:comment:deleted'],
      needs: ['comment'],
      text: `{{ who }} {% if eventKey contains 'added' %}commented{% else %}{{ eventKey | split: ':' | last }} a comment\
{% endif %} on {% assign url = commit_url | append: commit %}{{ commit | short_sha | link: url }}.{{ comment.text | quote }}`,
    },
    {
      on: 'repo:forked',
      text: `{{ who }} forked {{ repository.origin.name }} as {{ repository.name | link: repository.links.self[0].href }} in \
{{ repository.project.name | default: repository.project.owner.displayName }}.`,
    },
    {
      on: 'repo:modified',
      text: '{{ who }} changed the name of the repository from {{ old.name | bold }} to {{ new.name | bold }}.',
    },
    {
      on: ['pr:comment:added', 'pr:comment:edited', 'pr:comment:deleted'],
      needs: ['pullRequest', 'comment'],
      topic: PULL_REQUEST_TOPIC,
      text: `{{ who }} {% if eventKey contains 'added' %}commented{% else %}{{ eventKey | split: ':' | last }} a comment\
{% endif %} on ${PULL_REQUEST}.{{ comment.text | quote }}`,
    },
    {
      when: 'pullRequest',
      topic: PULL_REQUEST_TOPIC,
      text: `
{% assign names = pullRequest.reviewers | map: 'user' | map: 'displayName' %}
{{ who }} {% case eventKey %}\
{% when 'pr:from_ref_updated' %}added commits to\
{% when 'pr:reviewer:updated' %}changed the reviewers of\
{% when 'pr:reviewer:approved' %}approved\
{% when 'pr:reviewer:unapproved' %}unapproved\
{% when 'pr:reviewer:needs_work' %}marked as “needs work”\
{% when 'pr:reviewer:changes_requested' %}requested changes of\
{% else %}{{ eventKey | split: ':' | last | words }}{% endcase %} ${PULL_REQUEST}\
{% if pullRequest.fromRef.displayId and eventKey != 'pr:reviewer:approved' %} from \
{{ pullRequest.fromRef.displayId | code }} {% if eventKey == 'pr:merged' %}in{% endif %}to \
{{ pullRequest.toRef.displayId | code }}{% endif %}\
{% if names.size > 0 and eventKey != 'pr:merged' %} (assigned to {{ names | sentence }} for review){% endif %}.\
{% if addedReviewers.size > 0 %} Added: {{ addedReviewers | map: 'displayName' | sentence }}.{% endif %}\
{% if removedReviewers.size > 0 %} Removed: {{ removedReviewers | map: 'displayName' | sentence }}.{% endif %}\
{% if previousTitle and previousTitle != pullRequest.title %} Its title was {{ previousTitle | bold }}.{% endif %}\
{% if eventKey == 'pr:opened' or eventKey == 'pr:modified' %}{{ pullRequest.description | quote }}{% endif %}`,
    },
  ],
  samples: [
    { payload: { test: true }, topic: 'Bitbucket Server', text: 'Bitbucket Server is connected.' },
    {
      payload: {
        eventKey: 'repo:refs_changed',
        actor: { displayName: 'Mia' },
        repository: { name: 'klatch' },
        changes: [{ ref: { displayId: 'main', type: 'BRANCH' }, type: 'UPDATE', toHash: '0123456789abcdef' }],
      },
      topic: 'klatch / main',
      text: 'Mia pushed to the branch `main`, which is now at 0123456789a.',
    },
    {
      payload: {
        eventKey: 'pr:opened',
        actor: { displayName: 'Mia' },
        pullRequest: {
          id: 7,
          title: 'Better',
          description: 'So much',
          fromRef: { displayId: 'fix' },
          toRef: { displayId: 'main', repository: { name: 'klatch' } },
          reviewers: [{ user: { displayName: 'Max' } }],
          links: { self: [{ href: 'https://example.com/7' }] },
        },
      },
      topic: 'klatch / PR #7 Better',
      text: 'Mia opened [PR #7](https://example.com/7) from `fix` to `main` (assigned to Max for review).\n\n``` quote\nSo much\n```',
    },
  ],
};
