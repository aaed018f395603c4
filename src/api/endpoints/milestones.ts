import { del, get, list100, patch, post } from '../contract/endpoint.ts';
import { date, filledText, oneOf, optional, orUnset, text } from '../contract/field.ts';
import { Milestone } from '../record/issue.ts';
import { emptyReply, record, written } from '../contract/reader.ts';

const state = optional(oneOf('open', 'closed', 'all'));

export const milestones = {
  list: list100('/repos/{owner}/{repo}/milestones', {
    query: { state, sort: optional(oneOf('due_on')), direction: optional(oneOf('asc', 'desc')) },
    of: Milestone,
    key: 'number',
    anonymous: true,
  }),
  get: get('/repos/{owner}/{repo}/milestones/{number}', { returns: record(Milestone), anonymous: true }),
  create: post('/repos/{owner}/{repo}/milestones', {
    body: { title: filledText, description: optional(text), due_on: date },
    returns: written(Milestone),
    naming: ['title'],
    anonymous: true,
  }),
  edit: patch('/repos/{owner}/{repo}/milestones/{number}', {
    body: { title: filledText, state, description: optional(text), due_on: orUnset(date) },
    returns: written(Milestone),
    naming: ['title'],
    anonymous: true,
  }),
  remove: del('/repos/{owner}/{repo}/milestones/{number}', { returns: emptyReply, anonymous: true }),
};
