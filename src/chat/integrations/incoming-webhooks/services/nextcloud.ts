import type { TemplateService } from '../types.ts';

/** The app Webhook listeners. Its deliveries contain no addresses, so the URL of Nextcloud is a parameter. */
export const nextcloud: TemplateService = {
  name: 'nextcloud',
  display_name: 'Nextcloud',
  category: 'productivity',
  setup: `Enable the app *webhook_listeners*, and register the URL for the events that you want. For links in the messages,
add the address of your Nextcloud to the URL, such as \`?url=https://cloud.example.com\`.`,
  event: "{{ event.class | split: '\\\\' | last }}",
  topic: 'Nextcloud',
  shared: `
{% assign node = event.target | default: event.node | default: event.source %}
{% assign from = event.source.path | split: '/files/' | last %}
{% assign path = node.path | split: '/files/' | last %}
{% assign url = '' %}
{% if node.id and delivery.query.url %}{% assign url = delivery.query.url | append: '/f/' | append: node.id %}{% endif %}`,
  events: [
    {
      needs: ['event'],
      text: `
{% assign done = delivery.event | words | append: ' ' | remove: ' event ' | remove: 'before ' | replace: 'node', 'file' \
| replace: 'calendar object', 'calendar entry' | strip %}
{{ user.displayName | default: user.uid | default: 'Somebody' | bold }}: {{ done }}\
{% if from and from != path %} {{ from | code }} →{% endif %}\
{% if path %}{% if url != '' %} {{ path | link: url }}{% else %} {{ path | code }}{% endif %}{% endif %}\
{% if event.form.title %} {{ event.form.title | bold }}{% endif %}\
{% if event.tableId %} in the table {{ event.tableId }}, row {{ event.rowId | default: event.row.id }}{% endif %}\
{% if event.objectType %} on {{ event.objectType }} {{ event.objectIds | join }}{% endif %}\
{% if event.user.uid or event.user.displayName %} {{ event.user.displayName | default: event.user.uid | bold }}{% endif %}\
{% if event.userId and event.userId != user.uid %} {{ event.userId | bold }}{% endif %}\
{% if event.objectData.uri %} {{ event.objectData.uri | code }}{% endif %}\
{% assign calendar = event.calendarData['{DAV:}displayname'] | default: event.calendarData.displayname \
| default: event.calendarData.uri %}\
{% if calendar %} in {{ calendar }}{% endif %}
{% for value in event.values limit: 10 %}
* {{ value[1].value | default: value[1] }}
{% endfor %}`,
    },
  ],
  samples: [
    {
      payload: {
        user: { uid: 'mia', displayName: 'Mia' },
        time: 1_700_000_000,
        event: { class: 'OCP\\Files\\Events\\Node\\NodeCreatedEvent', node: { id: 7, path: '/mia/files/plan.md' } },
      },
      topic: 'Nextcloud',
      text: '**Mia**: file created `plan.md`',
    },
    {
      query: { url: 'https://cloud.example.com' },
      payload: {
        user: { uid: 'mia', displayName: 'Mia' },
        time: 1_700_000_000,
        event: {
          class: 'OCP\\Files\\Events\\Node\\NodeRenamedEvent',
          source: { id: 7, path: '/mia/files/plan.md' },
          target: { id: 7, path: '/mia/files/old/plan.md' },
        },
      },
      topic: 'Nextcloud',
      text: '**Mia**: file renamed `plan.md` → [old/plan.md](https://cloud.example.com/f/7)',
    },
    {
      payload: {
        user: { uid: 'mia', displayName: 'Mia' },
        time: 1_700_000_000,
        event: {
          class: 'OCP\\Calendar\\Events\\CalendarObjectCreatedEvent',
          calendarData: { id: 1, uri: 'personal', '{DAV:}displayname': 'Personal' },
          objectData: { id: 7, uri: 'dinner.ics' },
        },
      },
      topic: 'Nextcloud',
      text: '**Mia**: calendar entry created `dinner.ics` in Personal',
    },
    {
      payload: {
        event: {
          class: 'OCP\\Files\\Events\\Node\\BeforeNodeDeletedEvent',
          node: { id: 7, path: '/mia/files/old.txt' },
        },
        user: { displayName: 'Mia' },
      },
      topic: 'Nextcloud',
      text: '**Mia**: file deleted `old.txt`',
    },
  ],
};
