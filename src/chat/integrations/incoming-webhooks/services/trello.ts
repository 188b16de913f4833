import type { TemplateService } from '../types.ts';

export const trello: TemplateService = {
  name: 'trello',
  display_name: 'Trello',
  category: 'project-management',
  event: '{{ action.type }}',
  shared: `
{% assign data = action.data %}
{% assign who = action.memberCreator.fullName | default: action.memberCreator.username | default: 'Somebody' | bold %}
{% assign card_url = 'https://trello.com/c/' | append: data.card.shortLink %}
{% assign board_url = 'https://trello.com/b/' | append: data.board.shortLink %}
{% assign card = data.card.name | link: card_url %}
{% assign board = data.board.name | default: model.name | link: board_url %}
{% assign member = action.member.fullName | default: data.member.name %}`,
  topic: '{{ data.board.name | default: model.name }}',
  events: [
    {
      on: [
        'copyCommentCard',
        'updateCheckItem',
        'updateList',
        'voteOnCard',
        'updateCustomFieldItem',
        'moveListToBoard',
      ],
    },
    { on: 'updateCard', when: 'data.old.pos and data.listAfter == nil' },
    {
      on: 'updateCard',
      text: `
{% if data.listAfter %}
{{ who }} moved {{ card }} from {{ data.listBefore.name }} to {{ data.listAfter.name }}.
{% elsif data.old.name %}
{{ who }} renamed the card from {{ data.old.name | bold }} to {{ card }}.
{% elsif data.old.closed == false %}
{{ who }} archived {{ card }}.
{% elsif data.old.closed %}
{{ who }} reopened {{ card }}.
{% elsif data.card.desc and data.old.desc != '' %}
{{ who }} changed the description of {{ card }}.{{ data.card.desc | quote }}
{% elsif data.card.desc %}
{{ who }} set the description of {{ card }}.{{ data.card.desc | quote }}
{% elsif data.old.desc %}
{{ who }} removed the description of {{ card }}.{{ data.old.desc | quote }}
{% elsif data.card.dueComplete %}
{{ who }} marked the due date of {{ card }} as complete.
{% elsif data.card.due and data.old.due %}
{{ who }} changed the due date of {{ card }} from {{ data.old.due | time }} to {{ data.card.due | time }}.
{% elsif data.old.dueComplete %}
{{ who }} marked the due date of {{ card }} as not complete.
{% elsif data.card.due %}
{{ who }} set the due date of {{ card }} to {{ data.card.due | time }}.
{% elsif data.old.due %}
{{ who }} removed the due date of {{ card }}.
{% else %}
{{ who }} updated {{ card }}.
{% endif %}`,
    },
    {
      needs: ['action'],
      text: `
{% case action.type %}
{% when 'createCard' or 'copyCard' or 'emailCard' %}
{{ who }} created {{ card }}{% if data.list.name %} in {{ data.list.name }}{% endif %}.
{% when 'deleteCard' %}
{{ who }} deleted {{ data.card.name | default: 'a card' }}{% if data.card.idShort %} (#{{ data.card.idShort }}){% endif %}{% if data.list.name %} in {{ data.list.name }}{% endif %}.
{% when 'commentCard' %}
{{ who }} commented on {{ card }}.{{ data.text | quote }}
{% when 'updateComment' %}
{{ who }} edited a comment on {{ card }}.{{ data.action.text | quote }}
{% when 'addMemberToCard' or 'removeMemberFromCard' %}
{{ who }} {% if action.type contains 'add' %}added{% else %}removed{% endif %} {{ member | bold }} \
{% if action.type contains 'add' %}to{% else %}from{% endif %} {{ card }}.
{% when 'addLabelToCard' or 'removeLabelFromCard' %}
{{ who }} {% if action.type contains 'add' %}added{% else %}removed{% endif %} a {{ data.value | default: data.label.color }} label \
{% if data.text or data.label.name %}named {{ data.text | default: data.label.name | bold }} {% endif %}\
{% if action.type contains 'add' %}to{% else %}from{% endif %} {{ card }}.
{% when 'addChecklistToCard' or 'removeChecklistFromCard' %}
{{ who }} {% if action.type contains 'add' %}added{% else %}removed{% endif %} the checklist {{ data.checklist.name | bold }} \
{% if action.type contains 'add' %}to{% else %}from{% endif %} {{ card }}.
{% when 'createCheckItem' or 'deleteCheckItem' or 'updateCheckItemStateOnCard' %}
{{ who }} {% if data.checkItem.state == 'complete' and action.type contains 'State' %}checked\
{% elsif action.type contains 'State' %}unchecked{% elsif action.type contains 'create' %}added{% else %}deleted{% endif %} \
{{ data.checkItem.name | bold }} in {{ data.checklist.name | bold }} of {{ card }}.
{% when 'addAttachmentToCard' or 'deleteAttachmentFromCard' %}
{{ who }} {% if action.type contains 'add' %}added{% else %}removed{% endif %} \
{{ data.attachment.name | link: data.attachment.url }} {% if action.type contains 'add' %}to{% else %}from{% endif %} {{ card }}.
{% when 'createLabel' or 'deleteLabel' or 'updateLabel' %}
{{ who }} {{ action.type | remove: 'Label' | past }} the label {{ data.label.name | default: data.label.color | bold }} of {{ board }}.
{% when 'moveCardToBoard' %}
{{ who }} moved {{ card }} from the board {{ data.boardSource.name | bold }}{% if data.list.name %} to {{ data.list.name }}{% endif %}.
{% when 'moveCardFromBoard' %}
{{ who }} moved {{ card }} to the board {{ data.boardTarget.name | bold }}.
{% when 'deleteComment' %}
{{ who }} deleted a comment on {{ card }}.
{% when 'convertToCardFromCheckItem' %}
{% assign source_url = 'https://trello.com/c/' | append: data.cardSource.shortLink %}
{{ who }} made {{ card }} of an item of {{ data.cardSource.name | link: source_url }}.
{% when 'createList' %}
{{ who }} added the list {{ data.list.name | bold }} to {{ board }}.
{% when 'addMemberToBoard' or 'removeMemberFromBoard' %}
{{ who }} {% if action.type contains 'add' %}added{% else %}removed{% endif %} {{ member | bold }} \
{% if action.type contains 'add' %}to{% else %}from{% endif %} {{ board }}.
{% when 'updateBoard' %}
{{ who }} \
{% if data.old.name %}renamed the board from {{ data.old.name | bold }} to {{ board }}\
{% elsif data.board.prefs.background %}changed the background of {{ board }}\
{% else %}updated {{ board }}{% endif %}.
{% when 'createBoard' %}
{{ who }} created {{ board }}.
{% else %}
{{ who }}: {{ action.type | words }}{% if data.card.name %} – {{ card }}{% else %} – {{ board }}{% endif %}.
{% endcase %}`,
    },
  ],
  samples: [
    {
      payload: {
        action: {
          type: 'updateCard',
          memberCreator: { fullName: 'Mia' },
          data: {
            card: { name: 'Buy milk', shortLink: 'c1' },
            board: { name: 'Kitchen', shortLink: 'b1' },
            listBefore: { name: 'To do' },
            listAfter: { name: 'Done' },
          },
        },
      },
      topic: 'Kitchen',
      text: '**Mia** moved [Buy milk](https://trello.com/c/c1) from To do to Done.',
    },
    {
      payload: {
        action: {
          type: 'commentCard',
          memberCreator: { fullName: 'Mia' },
          data: { text: 'Fresh?', card: { name: 'Buy milk', shortLink: 'c1' }, board: { name: 'Kitchen' } },
        },
      },
      topic: 'Kitchen',
      text: '**Mia** commented on [Buy milk](https://trello.com/c/c1).\n\n``` quote\nFresh?\n```',
    },
    {
      payload: {
        action: {
          type: 'createLabel',
          memberCreator: { fullName: 'Mia' },
          data: { board: { name: 'Crew', shortLink: 'b7' }, label: { name: 'Bug' } },
        },
      },
      topic: 'Crew',
      text: '**Mia** created the label **Bug** of [Crew](https://trello.com/b/b7).',
    },
    {
      payload: {
        action: {
          type: 'moveCardToBoard',
          memberCreator: { fullName: 'Mia' },
          data: {
            board: { name: 'Crew' },
            boardSource: { name: 'Ideas' },
            list: { name: 'To do' },
            card: { name: 'Buy beans', shortLink: 'c7' },
          },
        },
      },
      topic: 'Crew',
      text: '**Mia** moved [Buy beans](https://trello.com/c/c7) from the board **Ideas** to To do.',
    },
    {
      payload: {
        action: {
          type: 'convertToCardFromCheckItem',
          memberCreator: { fullName: 'Mia' },
          data: {
            board: { name: 'Crew' },
            cardSource: { name: 'Shopping', shortLink: 'c1' },
            card: { name: 'Buy beans', shortLink: 'c7' },
          },
        },
      },
      topic: 'Crew',
      text: '**Mia** made [Buy beans](https://trello.com/c/c7) of an item of [Shopping](https://trello.com/c/c1).',
    },
    {
      payload: {
        action: {
          type: 'deleteComment',
          memberCreator: { fullName: 'Mia' },
          data: { board: { name: 'Crew' }, card: { name: 'Buy beans', shortLink: 'c7' } },
        },
      },
      topic: 'Crew',
      text: '**Mia** deleted a comment on [Buy beans](https://trello.com/c/c7).',
    },
  ],
};
