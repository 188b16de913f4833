import type { TemplateService } from '../types.ts';
import { COMMENT, event, MILESTONE, PERSON, REPOSITORY } from './github-parts.ts';
import { RUNS } from './github-runs.ts';
import { THREADS } from './github-threads.ts';
import { SPONSORSHIP } from './githubsponsors.ts';

export const github: TemplateService = {
  name: 'github',
  display_name: 'GitHub',
  category: 'version-control',
  setup: `*Settings → Webhooks → Add webhook* of a repository or an organization, with the URL as its *Payload URL*, the type
application/json, and the events that you want.`,
  header: 'X-GitHub-Event',
  topic: '{{ repo }}',
  branch: "{% if delivery.event == 'push' and ref contains 'refs/heads/' %}{{ ref | branch }}{% endif %}",
  private: 'repository.private',
  shared: `
{% assign who = sender.login | default: pusher.name | default: 'Somebody' | link: sender.html_url %}
{% assign repo = repository.name | default: repository.full_name | default: organization.login | default: 'GitHub' %}`,
  events: [
    {
      on: 'ping',
      when: 'zen or hook_id or hook or repository or organization',
      text: `GitHub is connected{% if zen %}: {{ zen }}{% else %}.{% endif %}`,
    },
    // The branches on which a merge queue tries pull requests come and go by themselves.
    { on: ['push', 'create', 'delete'], when: "ref contains 'gh-readonly-queue/'" },
    {
      on: 'push',
      needs: ['ref'],
      topic: "{{ repo }}{% unless ref contains 'refs/tags/' %} / {{ ref | branch }}{% endunless %}",
      text: `
{% capture kind %}{% if ref contains 'refs/tags/' %}tag{% else %}branch{% endif %}{% endcapture %}
{% if deleted %}
{{ who }} deleted the {{ kind }} {{ ref | branch | code }}.
{% elsif kind == 'tag' or commits.size == 0 or commits == nil %}
{{ who }} {% if forced %}force-{% endif %}pushed the {{ kind }} {{ ref | branch | code }}\
{% if head_commit.id %} ({{ head_commit.id | short_sha | link: head_commit.url }}){% endif %}.
{% else %}
{{ who }} {% if forced %}force-pushed{% else %}pushed{% endif %} \
{{ commits | plural: 'commit' | link: compare }} to {% if created %}the new branch {% endif %}{{ ref | branch | code }}.

{% for commit in commits limit: 20 %}
* {{ commit.message | first_line | default: 'no message' }}\
{% if commit.id %} ({{ commit.id | short_sha | link: commit.url }}){% endif %}\
{% if commit.author.name and commit.author.name != pusher.name and commit.author.username != sender.login %} by {{ commit.author.name }}{% endif %}
{% endfor %}
{% if commits.size > 20 %}
* and {{ commits.size | minus: 20 }} more
{% endif %}
{% endif %}`,
    },
    {
      on: ['create', 'delete'],
      needs: ['ref_type'],
      text: `{{ who }} {{ delivery.event }}d the {{ ref_type | words }}\
{% if ref %} {{ ref | code }}{% endif %}.`,
    },
    ...THREADS.events,
    ...RUNS.events,
    {
      on: 'release',
      needs: ['release'],
      text: `{{ who }} {{ action | default: 'updated' | words }} {% if release.prerelease %}the pre-release \
{% else %}the release {% endif %}{{ release.name | default: release.tag_name | default: 'without a name' | link: release.html_url }}\
{% if release.tag_name %} for the tag {{ release.tag_name | code }}{% endif %}.\
{% if action == 'published' %}{{ release.body | quote }}{% endif %}`,
    },
    {
      on: 'fork',
      needs: ['forkee'],
      text: `{{ who }} forked the repository{% if forkee.full_name or forkee.name %} as \
{{ forkee.full_name | default: forkee.name | link: forkee.html_url }}{% endif %}.`,
    },
    { on: 'star', when: "action == 'deleted'" },
    { on: ['star', 'watch'], needs: ['action'], text: `{{ who }} starred the repository ${REPOSITORY}.` },
    {
      on: 'commit_comment',
      needs: ['comment'],
      text: `
{% assign commit_url = repository.html_url | append: '/commit/' | append: comment.commit_id %}
{{ who }} {{ 'commented' | link: comment.html_url }} on the commit {{ comment.commit_id | short_sha | link: commit_url }}\
{% if comment.path %} ({{ comment.path | code }}){% endif %}.{{ comment.body | quote }}`,
    },
    {
      on: 'gollum',
      needs: ['pages'],
      text: `{{ who }} changed the wiki of ${REPOSITORY}:
{% for page in pages limit: 20 %}
* {{ page.action | words }} {{ page.title | default: page.page_name | link: page.html_url }}\
{% if page.summary %}: {{ page.summary }}{% endif %}
{% endfor %}`,
    },
    {
      on: 'member',
      needs: ['member'],
      text: `{{ who }} {{ action | words }} {{ member.login | link: member.html_url }} \
{% if action == 'added' %}to{% elsif action == 'removed' %}from{% else %}in{% endif %} ${REPOSITORY}\
{% assign role = changes.role_name.to | default: changes.permission.to %}\
{% if role %} (permission: {{ role }}){% endif %}.`,
    },
    {
      on: 'membership',
      needs: ['member'],
      topic: '{{ organization.login }}',
      text: `{{ who }} {{ action | words }} {{ member.login | link: member.html_url }} \
{% if action == 'added' %}to{% else %}from{% endif %} the {{ scope | default: 'team' }} {{ team.name | link: team.html_url }}.`,
    },
    { on: 'public', text: `{{ who }} made the repository ${REPOSITORY} public.` },
    {
      on: 'repository',
      text: `{{ who }} {{ action | words }} the repository ${REPOSITORY}.\
{% if changes.repository.name.from %} Its name was {{ changes.repository.name.from | bold }}.{% endif %}\
{% assign owner = changes.owner.from.user.login | default: changes.owner.from.organization.login %}\
{% if owner %} Its owner was {{ owner | bold }}.{% endif %}`,
    },
    {
      on: 'team',
      needs: ['team'],
      topic: 'team {{ team.name }}',
      text: `{{ who }} {{ action | words }} the team {{ team.name | link: team.html_url }}\
{% if action contains 'repository' and repository %}: ${REPOSITORY}{% endif %}.\
{% if changes.description %} Its description was {{ changes.description.from | default: 'empty' | bold }}, and is now \
{{ team.description | default: 'empty' | bold }}.{% endif %}\
{% if changes.name %} Its name was {{ changes.name.from | bold }}.{% endif %}\
{% if changes.privacy %} Its visibility is now {{ team.privacy | bold }}.{% endif %}\
{% if changes.repository.permissions %} The permission of ${REPOSITORY} was changed to \
{% if repository.permissions.admin %}**admin**{% elsif repository.permissions.push %}**write**{% else %}**read**{% endif %}.\
{% endif %}`,
    },
    {
      on: 'team_add',
      needs: ['team'],
      text: `{{ who }} added the repository ${REPOSITORY} to the team {{ team.name | link: team.html_url }}.`,
    },
    {
      on: 'milestone',
      needs: ['milestone'],
      text: `{{ who }} {{ action | words }} the milestone {{ milestone.title | link: milestone.html_url }}\
{% if milestone.due_on %}, due {{ milestone.due_on | time }}{% endif %}.`,
    },
    {
      on: ['dependabot_alert', 'code_scanning_alert', 'secret_scanning_alert'],
      needs: ['alert'],
      text: `{{ who }}: {{ delivery.event | words }} {{ action | words }}: \
{{ alert.security_advisory.summary | default: alert.rule.description | default: alert.secret_type_display_name \
| default: alert.number | link: alert.html_url }}\
{% if alert.dependency.package.name %} in {{ alert.dependency.package.name | bold }}{% endif %}\
{% if alert.security_advisory.severity %} (severity: {{ alert.security_advisory.severity }}){% endif %}.`,
    },
    {
      on: ['package', 'registry_package'],
      text: `
{% assign found = package | default: registry_package %}
{% assign version = found.package_version.version | default: found.package_version.name %}
{{ who }} {{ action | words }} the package {{ found.name | append: ' ' | append: version | link: found.html_url }}\
{% if found.package_type %} ({{ found.package_type | downcase }}){% endif %}.`,
    },
    {
      on: 'organization',
      topic: '{{ organization.login }}',
      text: `
{% assign person = membership.user | default: user %}
{% assign name = person.login | default: invitation.login | default: invitation.email %}
{% case action %}
{% when 'member_added' or 'member_removed' or 'member_invited' %}
{{ who }} {{ action | remove_first: 'member_' }} {{ name | link: person.html_url }} \
{% if action == 'member_removed' %}from{% else %}to{% endif %} the organization {{ organization.login | bold }}.
{% else %}
{{ who }} {{ action | words }} the organization {{ organization.login | bold }}.\
{% if changes.login.from %} Its name was {{ changes.login.from | bold }}.{% endif %}
{% endcase %}`,
    },
    {
      on: ['branch_protection_rule', 'deploy_key', 'repository_ruleset', 'repository_advisory'],
      text: `
{% assign found = rule | default: key | default: repository_ruleset | default: repository_advisory %}
{% assign url = found.html_url | default: found._links.html.href %}
{{ who }} {{ action | words }} the {{ delivery.event | words }} {{ found.name | default: found.title | default: found.summary \
| link: url | bold }} of ${REPOSITORY}.`,
    },
    { on: 'sponsorship', needs: ['sponsorship'], topic: 'sponsors', text: SPONSORSHIP },
    {
      on: ['check_suite', 'installation', 'installation_repositories', 'label', 'merge_group', 'meta'],
    },
    {
      on: 'org_block',
      needs: ['blocked_user'],
      topic: '{{ organization.login }}',
      text: `{{ who }} {{ action | words }} {{ blocked_user.login | link: blocked_user.html_url }} \
{% if action == 'unblocked' %}in{% else %}from{% endif %} the organization {{ organization.login | bold }}.`,
    },
    {
      on: 'security_advisory',
      needs: ['security_advisory'],
      topic: 'security advisories',
      text: `
{% assign found = security_advisory %}
{% assign url = 'https://github.com/advisories/' | append: found.ghsa_id %}
:alert: Security advisory {{ action | words }}: {{ found.summary | default: found.ghsa_id | link: url }}\
{% if found.severity %} (severity: {{ found.severity | words }}){% endif %}.
{% for one in found.vulnerabilities limit: 20 %}
* {{ one.package.name | bold }} ({{ one.package.ecosystem }}) {{ one.vulnerable_version_range }}\
{% if one.first_patched_version.identifier %}, fixed in {{ one.first_patched_version.identifier }}{% endif %}
{% endfor %}`,
    },
    {
      on: 'marketplace_purchase',
      needs: ['marketplace_purchase'],
      topic: 'GitHub Marketplace',
      text: `
{% assign account = marketplace_purchase.account %}
{% assign url = 'https://github.com/' | append: account.login %}
{{ account.login | link: url }} {{ action | words }} the plan {{ marketplace_purchase.plan.name | bold }}\
{% if marketplace_purchase.billing_cycle %} ({{ marketplace_purchase.billing_cycle }}){% endif %}.\
{% if previous_marketplace_purchase.plan.name %} The plan was {{ previous_marketplace_purchase.plan.name | bold }}.{% endif %}`,
    },
    {
      on: 'repository_import',
      needs: ['status'],
      text: `The import of the repository ${REPOSITORY} ended: {{ status | words }}.`,
    },
    {
      on: ['project', 'project_card', 'project_column', 'projects_v2_item', 'repository_vulnerability_alert'],
    },
    {
      on: ['github_app_authorization', 'repository_dispatch', 'workflow_dispatch', 'workflow_job'],
    },
  ],
  samples: [
    event('org_block', { action: 'blocked', blocked_user: PERSON }, [
      'octo',
      '[mona](https://example.com/mona) blocked [max](https://example.com/max) from the organization **octo**.',
    ]),
    event(
      'security_advisory',
      {
        action: 'published',
        repository: undefined,
        security_advisory: {
          ghsa_id: 'GHSA-1',
          summary: 'It leaks',
          severity: 'high',
          vulnerabilities: [
            {
              package: { name: 'sieve', ecosystem: 'npm' },
              vulnerable_version_range: '< 2',
              first_patched_version: { identifier: '2.0' },
            },
          ],
        },
      },
      [
        'security advisories',
        ':alert: Security advisory published: [It leaks](https://github.com/advisories/GHSA-1) (severity: high).\n* **sieve** (npm) &lt; 2, fixed in 2.0',
      ],
    ),
    event(
      'marketplace_purchase',
      {
        action: 'changed',
        marketplace_purchase: { account: { login: 'max' }, billing_cycle: 'monthly', plan: { name: 'Large' } },
        previous_marketplace_purchase: { plan: { name: 'Small' } },
      },
      [
        'GitHub Marketplace',
        '[max](https://github.com/max) changed the plan **Large** (monthly). The plan was **Small**.',
      ],
    ),
    event('repository_import', { status: 'success' }, [
      'klatch',
      'The import of the repository [octo/klatch](https://example.com/klatch) ended: success.',
    ]),
    event('ping', { zen: 'Keep it logically awesome.', hook_id: 1, hook: { id: 1 } }, [
      'klatch',
      'GitHub is connected: Keep it logically awesome.',
    ]),
    event(
      'push',
      {
        ref: 'refs/heads/main',
        compare: 'https://example.com/compare',
        forced: false,
        deleted: false,
        pusher: { name: 'mona' },
        commits: [
          {
            id: '0123456789abcdef',
            url: 'https://example.com/c',
            message: 'Fix it\n\nat last',
            author: { name: 'Max' },
          },
        ],
      },
      [
        'klatch / main',
        '[mona](https://example.com/mona) pushed [1 commit](https://example.com/compare) to `main`.\n\n* Fix it ([0123456789a](https://example.com/c)) by Max',
      ],
    ),
    event('push', { ref: 'refs/tags/v1', compare: 'https://example.com/compare', commits: [] }, [
      'klatch',
      '[mona](https://example.com/mona) pushed the tag `v1`.',
    ]),
    event('push', { ref: 'refs/heads/old', deleted: true, commits: [] }, [
      'klatch / old',
      '[mona](https://example.com/mona) deleted the branch `old`.',
    ]),
    event('create', { ref: 'v1', ref_type: 'tag' }, [
      'klatch',
      '[mona](https://example.com/mona) created the tag `v1`.',
    ]),
    event('delete', { ref: 'old', ref_type: 'branch' }, [
      'klatch',
      '[mona](https://example.com/mona) deleted the branch `old`.',
    ]),
    ...THREADS.samples,
    ...RUNS.samples,
    event(
      'release',
      { action: 'published', release: { name: 'One', tag_name: 'v1', html_url: 'https://example.com/v1' } },
      [
        'klatch',
        '[mona](https://example.com/mona) published the release [One](https://example.com/v1) for the tag `v1`.',
      ],
    ),
    event('fork', { forkee: { full_name: 'max/klatch', html_url: 'https://example.com/max' } }, [
      'klatch',
      '[mona](https://example.com/mona) forked the repository as [max/klatch](https://example.com/max).',
    ]),
    event('star', { action: 'created' }, [
      'klatch',
      '[mona](https://example.com/mona) starred the repository [octo/klatch](https://example.com/klatch).',
    ]),
    event('commit_comment', { action: 'created', comment: { ...COMMENT, commit_id: '0123456789abcdef' } }, [
      'klatch',
      '[mona](https://example.com/mona) [commented](https://example.com/7#1) on the commit [0123456789a](https://example.com/klatch/commit/0123456789abcdef).\n\n``` quote\nWhy?\n```',
    ]),
    event('gollum', { pages: [{ action: 'created', title: 'Home', html_url: 'https://example.com/wiki' }] }, [
      'klatch',
      '[mona](https://example.com/mona) changed the wiki of [octo/klatch](https://example.com/klatch):\n* created [Home](https://example.com/wiki)',
    ]),
    event('member', { action: 'edited', member: PERSON, changes: { permission: { from: 'read', to: 'admin' } } }, [
      'klatch',
      '[mona](https://example.com/mona) edited [max](https://example.com/max) in [octo/klatch](https://example.com/klatch) (permission: admin).',
    ]),
    event('repository', { action: 'renamed', changes: { repository: { name: { from: 'clatch' } } } }, [
      'klatch',
      '[mona](https://example.com/mona) renamed the repository [octo/klatch](https://example.com/klatch). Its name was **clatch**.',
    ]),
    event(
      'package',
      {
        action: 'published',
        package: {
          name: 'chat',
          package_type: 'CONTAINER',
          html_url: 'https://example.com/chat',
          package_version: { version: '1.2.0' },
        },
      },
      [
        'klatch',
        '[mona](https://example.com/mona) published the package [chat 1.2.0](https://example.com/chat) (container).',
      ],
    ),
    event('organization', { action: 'member_added', membership: { user: PERSON } }, [
      'octo',
      '[mona](https://example.com/mona) added [max](https://example.com/max) to the organization **octo**.',
    ]),
    event(
      'dependabot_alert',
      {
        action: 'created',
        alert: {
          html_url: 'https://example.com/alert',
          dependency: { package: { name: 'left-pad' } },
          security_advisory: { summary: 'It pads right', severity: 'high' },
        },
      },
      [
        'klatch',
        '[mona](https://example.com/mona): dependabot alert created: [It pads right](https://example.com/alert) in **left-pad** (severity: high).',
      ],
    ),
    event('deploy_key', { action: 'created', key: { title: 'CI' } }, [
      'klatch',
      '[mona](https://example.com/mona) created the deploy key **CI** of [octo/klatch](https://example.com/klatch).',
    ]),
    event('sponsorship', { action: 'created', sponsorship: { sponsor: PERSON, tier: { name: '$5 a month' } } }, [
      'sponsors',
      '[max](https://example.com/max) subscribed for **$5 a month**.',
    ]),
    event('member', { action: 'added', member: PERSON }, [
      'klatch',
      '[mona](https://example.com/mona) added [max](https://example.com/max) to [octo/klatch](https://example.com/klatch).',
    ]),
    event(
      'membership',
      {
        action: 'removed',
        scope: 'team',
        member: PERSON,
        team: { name: 'Crew', html_url: 'https://example.com/crew' },
      },
      [
        'octo',
        '[mona](https://example.com/mona) removed [max](https://example.com/max) from the team [Crew](https://example.com/crew).',
      ],
    ),
    event('public', {}, [
      'klatch',
      '[mona](https://example.com/mona) made the repository [octo/klatch](https://example.com/klatch) public.',
    ]),
    event('repository', { action: 'archived' }, [
      'klatch',
      '[mona](https://example.com/mona) archived the repository [octo/klatch](https://example.com/klatch).',
    ]),
    event('team', { action: 'created', team: { name: 'Crew', html_url: 'https://example.com/crew' } }, [
      'team Crew',
      '[mona](https://example.com/mona) created the team [Crew](https://example.com/crew).',
    ]),
    event('team_add', { team: { name: 'Crew', html_url: 'https://example.com/crew' } }, [
      'klatch',
      '[mona](https://example.com/mona) added the repository [octo/klatch](https://example.com/klatch) to the team [Crew](https://example.com/crew).',
    ]),
    event('milestone', { action: 'created', milestone: MILESTONE }, [
      'klatch',
      '[mona](https://example.com/mona) created the milestone [Spring](https://example.com/milestone).',
    ]),
  ],
};
