import type { TemplateService } from '../types.ts';

/** HookPress sends a form, whose field `hook` names the event. WP Webhooks sends the post or the user as JSON. */
export const wordpress: TemplateService = {
  name: 'wordpress',
  display_name: 'WordPress',
  category: 'marketing',
  event: "{{ hook | default: 'wordpress_test' }}",
  topic:
    "{% if hook == 'user_register' or hook == 'wp_login' %}New user{% elsif post_type == 'page' or hook == 'publish_page' %}WordPress page{% elsif hook contains 'comment' %}WordPress comment{% else %}WordPress post{% endif %}",
  events: [
    {
      on: ['publish_post', 'publish_page'],
      text: `New {{ post_type | default: hook | remove: 'publish_' | words }} published:
* {{ post_title | default: 'New WordPress post' | link: post_url }}
{{ post_excerpt | from_html | quote }}`,
    },
    {
      on: 'user_register',
      topic: 'New blog users',
      text: `New blog user registered: {{ display_name | default: user_login | bold }}
* Name: {{ display_name }}
* Email: {{ user_email }}`,
    },
    { on: 'wp_login', text: 'User {{ user_login | bold }} logged in.' },
    {
      on: ['comment_post'],
      text: '{{ comment_author | bold }} commented on {{ post_title | link: post_url }}.{{ comment_content | from_html | quote }}',
    },
    {
      on: 'wordpress_test',
      when: 'post.post_title',
      text: `{{ post.post_type | default: 'post' | words | sentence_case }} \
{{ post.post_title | link: post_permalink | bold }}: {{ post.post_status | default: 'changed' | words }}\
{{ post.post_excerpt | from_html | quote }}`,
    },
    {
      on: 'wordpress_test',
      when: 'data.user_login or data.user_email',
      topic: 'New blog users',
      text: `User {{ data.display_name | default: data.user_login | bold }}
* Email: {{ data.user_email }}`,
    },
    { on: 'wordpress_test', topic: 'WordPress', text: 'The webhook of WordPress works.' },
  ],
  samples: [
    {
      payload: {
        post_id: 7,
        post: { post_title: 'Marmots', post_type: 'page', post_status: 'publish' },
        post_permalink: 'https://example.com/m',
      },
      topic: 'WordPress post',
      text: 'Page **[Marmots](https://example.com/m)**: publish',
    },
    {
      payload: { user_id: 7, data: { user_login: 'ann', user_email: 'ann@example.com' } },
      topic: 'New blog users',
      text: 'User **ann**\n* Email: ann@example&#46;com',
    },
    {
      payload: { hook: 'publish_post', post_type: 'post', post_title: 'Marmots', post_url: 'https://example.com/m' },
      topic: 'WordPress post',
      text: 'New post published:\n* [Marmots](https://example.com/m)',
    },
    {
      payload: { hook: 'user_register', display_name: 'Ann', user_email: 'ann@example.com' },
      topic: 'New blog users',
      text: 'New blog user registered: **Ann**\n* Name: Ann\n* Email: ann@example&#46;com',
    },
  ],
};
