import type { HostCalls } from '@bureau/contracts';
import { z } from 'zod';

const task = z.string().min(1).max(200);
const nothing = z.looseObject({});
const number = z.number().int().nonnegative();

/** What each call takes; everything from a window is checked before it is used. */
export const callSchemas: { readonly [Method in keyof HostCalls]: z.ZodType } = {
  'task.rename': z.looseObject({ task, title: z.string().max(1000) }),
  'task.archive': z.looseObject({ task, archived: z.boolean() }),
  'task.delete': z.looseObject({ task }),
  'task.events': z.looseObject({ task, from: number, to: number }),
  'task.output': z.looseObject({ task, id: z.string().max(200), from: number.optional() }),
  'task.processes': z.looseObject({ task: task.optional() }),
  'task.keep': z.looseObject({ task, pid: number }),
  'task.stop-process': z.looseObject({ task, pid: number }),
  'task.stop-all': nothing,
  'task.queue-edit': z.looseObject({ task, messageId: z.string().max(200), text: z.string().nullable() }),
  'task.changes': z.looseObject({ task }),
  'task.diff': z.looseObject({ task, path: z.string().max(10_000) }),
  'task.put-back': z.looseObject({
    task,
    paths: z.array(z.string().max(10_000)).nullable(),
    force: z.boolean().optional(),
  }),
  'task.export': z.looseObject({ task, format: z.enum(['markdown', 'html']) }),
  'task.resume': z.looseObject({ task, text: z.string() }),
  'task.allow-own-turns': z.looseObject({ task, allowed: z.boolean() }),
  'tasks.search': z.looseObject({ query: z.string().max(1000), limit: number.optional() }),
  'tasks.delete-older': z.looseObject({ days: z.number().positive() }),
  'grants.list': nothing,
  'grants.revoke': z.looseObject({ id: z.string().max(200) }),
  'settings.get': nothing,
  'settings.set': z.looseObject({
    language: z.enum(['en', 'ko', 'zh-TW', 'system']).optional(),
    theme: z.enum(['light', 'dark', 'system']).optional(),
    textSize: z.number().min(50).max(300).optional(),
    sounds: z.boolean().optional(),
    notifications: z.boolean().optional(),
    auto: z.boolean().optional(),
    keepDays: z.number().int().positive().nullable().optional(),
    lastAgent: z.enum(['claude', 'codex', 'practice']).nullable().optional(),
  }),
  doctor: nothing,
  'folders.list': z.looseObject({ path: z.string().max(10_000).optional() }),
  'folders.create': z.looseObject({ parent: z.string().min(1).max(10_000), name: z.string().min(1).max(255) }),
  'folders.practice': nothing,
  'folders.recent': nothing,
  'files.attach': z.looseObject({ name: z.string().min(1).max(1000), base64: z.string() }),
  'data.size': nothing,
  'data.delete-all': z.looseObject({ confirm: z.literal('delete everything') }),
  'office.log': z.looseObject({ desk: z.string().max(1000), from: number.optional(), before: number.optional() }),
  'office.day': z.looseObject({ date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) }),
  'office.find': z.looseObject({ query: z.string().max(1000), limit: number.optional() }),
};

export const isCall = (method: string): method is keyof HostCalls => Object.hasOwn(callSchemas, method);
