import type { TemplateService } from '../types.ts';

/** Its deliveries name no address of pages, only of the API, so the URL of OpenProject is a parameter. */
export const openproject: TemplateService = {
  name: 'openproject',
  display_name: 'OpenProject',
  category: 'project-management',
  setup: `*Administration → API and webhooks → Webhooks → Webhook*. For links in the messages, add the address of your
OpenProject to the URL, such as \`?url=https://openproject.example.com\`.`,
  event: '{{ action }}',
  topic: '{{ project_name | default: "OpenProject" }}{% if subject.subject %} / {{ subject.subject }}{% endif %}',
  shared: `
{% assign subject = work_package | default: activity._embedded.workPackage | default: time_entry._embedded.workPackage \
| default: attachment._embedded.container %}
{% assign project_name = project.name | default: subject._embedded.project.name | default: subject._links.project.title \
| default: time_entry._embedded.project.name %}
{% assign kind = subject._type | default: 'Work package' | words | sentence_case %}
{% assign kind = subject._embedded.type.name | default: subject._links.type.title | default: kind %}
{% assign subject_name = kind | append: ' #' | append: subject.id %}
{% assign subject_url = delivery.query.url | append: '/work_packages/' | append: subject.id %}`,
  events: [
    {
      on: ['work_package:created', 'work_package:updated'],
      needs: ['work_package'],
      text: `{% if action == 'work_package:created' %}\
{{ subject._embedded.author.name | default: subject._links.author.title | default: 'Somebody' | bold }} created\
{% else %}Update of{% endif %} {{ subject_name | link: subject_url }}: {{ subject.subject | bold }}.
{% assign status = subject._embedded.status.name | default: subject._links.status.title %}
{% assign assignee = subject._embedded.assignee.name | default: subject._links.assignee.title %}
{% assign priority = subject._embedded.priority.name | default: subject._links.priority.title %}
{% if status %}
* Status: {{ status }}{% if subject.percentageDone > 0 %} ({{ subject.percentageDone }} %){% endif %}
{% endif %}
{% if assignee %}
* Assignee: {{ assignee }}
{% endif %}
{% if priority %}
* Priority: {{ priority }}
{% endif %}
{% if subject.dueDate %}
* Due: {{ subject.dueDate }}
{% endif %}
{% if action == 'work_package:created' %}{{ subject.description.raw | quote }}{% endif %}`,
    },
    {
      on: ['work_package_comment:comment', 'work_package_comment:internal_comment'],
      needs: ['activity'],
      text: `{{ activity._embedded.user.name | default: activity._links.user.title | default: 'Somebody' | bold }} commented on \
{{ subject_name | link: subject_url }}{% if subject.subject %}: {{ subject.subject | bold }}{% endif %}.\
{{ activity.comment.raw | quote }}`,
    },
    {
      on: ['project:created', 'project:updated'],
      needs: ['project'],
      text: `{% assign url = delivery.query.url | append: '/projects/' | append: project.identifier %}\
The project {{ project.name | link: url | bold }} was {% if action == 'project:created' %}created{% else %}updated{% endif %}.\
{% if project._embedded.parent.name %} It belongs to {{ project._embedded.parent.name }}.{% endif %}`,
    },
    {
      on: 'time_entry:created',
      needs: ['time_entry'],
      text: `{{ time_entry._embedded.user.name | default: time_entry._links.user.title | default: 'Somebody' | bold }} logged \
{{ time_entry.hours | remove: 'P' | remove: 'T' | downcase | default: 'time' }}\
{% if subject.id %} on {{ subject_name | link: subject_url }}\
{% elsif project_name %} on the project {{ project_name | bold }}{% endif %}\
{% if time_entry.spentOn %} for {{ time_entry.spentOn }}{% endif %}.{{ time_entry.comment.raw | quote }}`,
    },
    {
      on: 'attachment:created',
      needs: ['attachment'],
      text: `
{% assign path = attachment._links.staticDownloadLocation.href %}
{% if path %}
{% assign file_url = delivery.query.url | append: path %}
{% endif %}
{{ attachment._embedded.author.name | default: attachment._links.author.title | default: 'Somebody' | bold }} added the file \
{{ attachment.fileName | default: attachment.title | link: file_url | bold }}{% if subject.id %} to {{ subject_name | link: subject_url }}{% endif %}.`,
    },
  ],
  samples: [
    {
      query: { url: 'https://example.com' },
      payload: {
        action: 'work_package:created',
        work_package: {
          id: 7,
          subject: 'It breaks',
          description: { raw: 'Badly' },
          dueDate: '2026-02-01',
          percentageDone: 20,
          _embedded: {
            author: { name: 'Grace' },
            assignee: { name: 'Max' },
            status: { name: 'New' },
            priority: { name: 'High' },
            type: { name: 'Bug' },
            project: { name: 'Klatch' },
          },
        },
      },
      topic: 'Klatch / It breaks',
      text: '**Grace** created [Bug #7](https://example.com/work_packages/7): **It breaks**.\n* Status: New (20 %)\n* Assignee: Max\n* Priority: High\n* Due: 2026-02-01\n\n``` quote\nBadly\n```',
    },
    {
      payload: {
        action: 'work_package_comment:comment',
        activity: {
          comment: { raw: 'Why?' },
          _embedded: {
            user: { name: 'Grace' },
            workPackage: {
              id: 7,
              subject: 'It breaks',
              _links: { project: { title: 'Klatch' }, type: { title: 'Bug' } },
            },
          },
        },
      },
      topic: 'Klatch / It breaks',
      text: '**Grace** commented on Bug #7: **It breaks**.\n\n``` quote\nWhy?\n```',
    },
    {
      query: { url: 'https://example.com' },
      payload: { action: 'project:created', project: { name: 'Klatch', identifier: 'klatch' } },
      topic: 'Klatch',
      text: 'The project **[Klatch](https://example.com/projects/klatch)** was created.',
    },
    {
      query: { url: 'https://example.com' },
      payload: {
        action: 'time_entry:created',
        time_entry: {
          hours: 'PT2H',
          spentOn: '2026-01-02',
          comment: { raw: 'Read the logs' },
          _embedded: {
            user: { name: 'Grace' },
            project: { name: 'Klatch' },
            workPackage: { id: 7, subject: 'It breaks' },
          },
        },
      },
      topic: 'Klatch / It breaks',
      text: '**Grace** logged 2h on [Work package #7](https://example.com/work_packages/7) for 2026-01-02.\n\n``` quote\nRead the logs\n```',
    },
    {
      query: { url: 'https://example.com' },
      payload: {
        action: 'attachment:created',
        attachment: {
          fileName: 'log.txt',
          _links: { staticDownloadLocation: { href: '/api/v3/attachments/3/content' } },
          _embedded: { author: { name: 'Grace' }, container: { id: 7, subject: 'It breaks' } },
        },
      },
      topic: 'OpenProject / It breaks',
      text: '**Grace** added the file **[log.txt](https://example.com/api/v3/attachments/3/content)** to [Work package #7](https://example.com/work_packages/7).',
    },
    {
      payload: {
        action: 'time_entry:created',
        time_entry: {
          hours: 'P1DT2H',
          spentOn: '2026-01-02',
          comment: { raw: '' },
          _embedded: { user: { name: 'Grace' }, project: { name: 'Klatch' } },
        },
      },
      topic: 'Klatch',
      text: '**Grace** logged 1d2h on the project **Klatch** for 2026-01-02.',
    },
  ],
};
