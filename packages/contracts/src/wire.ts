import { z } from 'zod';
import type { AgentError, AgentId } from './agent-events.ts';
import type { Desk, DeskLine } from './desk.ts';
import type { Receipt, RunningProcess } from './receipt.ts';
import { type TaskEvent, taskCommand } from './task-events.ts';
import type { TaskSnapshot, TaskSummary } from './task-view.ts';

/** Window to host. Every message has an `id`; the host answers each with one `reply` of the same id. */
export const clientMessage = z.discriminatedUnion('type', [
  /** First after `welcome`: names this window for as long as it lives, so that a message sent again is done once. */
  z.looseObject({ id: z.number(), type: z.literal('hello'), client: z.string().min(8).max(80) }),
  z.looseObject({ id: z.number(), type: z.literal('subscribe-list') }),
  /** `after`: the last sequence number this window has; a gap is answered with a snapshot. */
  z.looseObject({ id: z.number(), type: z.literal('subscribe-task'), task: z.string(), after: z.number().optional() }),
  z.looseObject({ id: z.number(), type: z.literal('unsubscribe-task'), task: z.string() }),
  z.looseObject({ id: z.number(), type: z.literal('subscribe-office') }),
  z.looseObject({ id: z.number(), type: z.literal('unsubscribe-office') }),
  z.looseObject({
    id: z.number(),
    type: z.literal('start'),
    agent: z.string(),
    folder: z.string(),
    prompt: z.string(),
    model: z.string().optional(),
    resume: z.string().optional(),
    plan: z.boolean().optional(),
    files: z.array(z.string()).optional(),
  }),
  z.looseObject({ id: z.number(), type: z.literal('command'), task: z.string(), command: taskCommand }),
  /** Any other call: `method` and its parameters; the host's door lists them. */
  z.looseObject({ id: z.number(), type: z.literal('call'), method: z.string(), params: z.unknown() }),
]);
/** What a window says to the host. */
export type ClientMessage = z.infer<typeof clientMessage>;

/** Host to window. */
export type HostMessage =
  | { readonly type: 'welcome'; readonly version: string; readonly dataDir: string; readonly instance: string }
  | { readonly type: 'reply'; readonly id: number; readonly ok: true; readonly value: unknown }
  | {
      readonly type: 'reply';
      readonly id: number;
      readonly ok: false;
      readonly error: { readonly code: string; readonly message: string };
    }
  /** The whole list, then changed entries only. */
  | {
      readonly type: 'tasks';
      readonly whole: boolean;
      readonly tasks: readonly TaskSummary[];
      readonly removed?: readonly string[];
    }
  | { readonly type: 'snapshot'; readonly task: string; readonly snapshot: TaskSnapshot }
  /** In order, without gaps: `events[0].seq` is one more than the last the window has. */
  | { readonly type: 'events'; readonly task: string; readonly events: readonly TaskEvent[] }
  | { readonly type: 'desks'; readonly whole: boolean; readonly desks: readonly DeskLine[] }
  | { readonly type: 'bye'; readonly why: string };

/** Names and shapes of the `call`s a window may make of the host. */
export interface HostCalls {
  'task.rename': { params: { task: string; title: string }; value: null };
  'task.archive': { params: { task: string; archived: boolean }; value: null };
  'task.delete': { params: { task: string }; value: null };
  'task.events': { params: { task: string; from: number; to: number }; value: { events: TaskEvent[] } };
  'task.output': {
    params: { task: string; id: string; from?: number };
    value: { text: string; bytes: number; more: boolean };
  };
  'task.processes': { params: { task?: string }; value: { processes: (RunningProcess & { task: string })[] } };
  'task.keep': { params: { task: string; pid: number }; value: { kept: boolean; message?: string } };
  'task.stop-process': { params: { task: string; pid: number }; value: { receipt: Receipt } };
  'task.stop-all': { params: Record<string, never>; value: { receipts: { task: string; receipt: Receipt }[] } };
  'task.queue-edit': { params: { task: string; messageId: string; text: string | null }; value: null };
  'task.changes': { params: { task: string }; value: { files: ChangedFile[]; leftOut: string[] } };
  'task.diff': { params: { task: string; path: string }; value: { diff: string; binary: boolean; truncated: boolean } };
  'task.put-back': {
    params: { task: string; paths: string[] | null; force?: boolean };
    value: { restored: string[]; conflicts: string[] };
  };
  'task.export': { params: { task: string; format: 'markdown' | 'html' }; value: { text: string } };
  'task.resume': { params: { task: string; text: string }; value: null };
  'task.allow-own-turns': { params: { task: string; allowed: boolean }; value: null };
  'tasks.search': { params: { query: string; limit?: number }; value: { hits: SearchHit[] } };
  'tasks.delete-older': { params: { days: number }; value: { deleted: number } };
  'grants.list': { params: Record<string, never>; value: { grants: Grant[] } };
  'grants.revoke': { params: { id: string }; value: null };
  'settings.get': { params: Record<string, never>; value: Settings };
  'settings.set': { params: Partial<Settings>; value: Settings };
  doctor: { params: Record<string, never>; value: DoctorReport };
  'folders.list': {
    params: { path?: string };
    value: { path: string; parent: string | null; folders: { name: string; path: string }[]; error?: string };
  };
  /** Makes a folder in `parent`; rejects in words where that can't be. */
  'folders.create': { params: { parent: string; name: string }; value: { path: string } };
  /** Makes a fresh, throw-away folder for practice. */
  'folders.practice': { params: Record<string, never>; value: { path: string } };
  'folders.recent': { params: Record<string, never>; value: { folders: string[] } };
  'files.attach': { params: { name: string; base64: string }; value: { path: string } };
  'data.size': { params: Record<string, never>; value: { bytes: number; path: string } };
  'data.delete-all': { params: { confirm: 'delete everything' }; value: null };
  /** A desk's log: its last piece, the piece `before` a byte offset, or what was written since `from`. */
  'office.log': { params: { desk: string; from?: number; before?: number }; value: DeskLog };
  /** Who worked on a day of this computer's calendar (`YYYY-MM-DD`). */
  'office.day': { params: { date: string }; value: { spans: readonly WorkSpan[] } };
  'office.find': { params: { query: string; limit?: number }; value: { spans: readonly WorkSpan[] } };
}

/** A file that a task changed. */
export interface ChangedFile {
  readonly path: string;
  readonly change: 'created' | 'changed' | 'deleted' | 'moved';
  readonly from?: string;
  readonly bytes: number;
  /** Whether it can be put back from the checkpoint. */
  readonly canPutBack: boolean;
  /** Changed again since, by the person or another task. */
  readonly changedSince: boolean;
}
/** A place in a transcript where something was found. */
export interface SearchHit {
  readonly task: string;
  readonly title: string;
  readonly seq: number;
  readonly at: string;
  readonly excerpt: string;
}
/** An allowance that lasts, with its reach in words. */
export interface Grant {
  readonly id: string;
  readonly task: string;
  readonly reach: string;
  readonly at: string;
}
/** The person's own settings of Bureau. */
export interface Settings {
  readonly language: 'en' | 'ko' | 'zh-TW' | 'system';
  readonly theme: 'light' | 'dark' | 'system';
  /** Per cent of the usual size. */
  readonly textSize: number;
  readonly sounds: boolean;
  readonly notifications: boolean;
  readonly auto: boolean;
  readonly keepDays: number | null;
  readonly lastAgent: AgentId | null;
}
/** What was found of one agent on this machine. */
export interface AgentFound {
  readonly agent: AgentId;
  readonly path: string | null;
  readonly version: string | null;
  /** Whether this version was tested with this Bureau. */
  readonly tested: 'tested' | 'newer' | 'older' | 'unknown';
  readonly testedRange: string;
  readonly login: 'yes' | 'no' | 'unknown';
  /** The agent's own word on its login. */
  readonly loginDetail?: string;
  readonly problem?: AgentError;
}
/** What is installed, and what to do about what isn’t. */
export interface DoctorReport {
  readonly version: string;
  readonly node: string;
  readonly platform: string;
  readonly agents: readonly AgentFound[];
  readonly holding: { readonly mechanisms: readonly string[]; readonly canProve: boolean; readonly detail: string };
  readonly dataDir: string;
  readonly dataBytes: number;
  readonly problems: readonly { readonly what: string; readonly means: string; readonly todo: string }[];
}
/** A piece of a desk's session log. */
export interface DeskLog {
  readonly entries: readonly LogEntry[];
  /** Byte offset of the first entry's line; 0 where nothing is before it. */
  readonly start: number;
  /** Byte offset behind the last whole line: what is written later begins here. */
  readonly end: number;
  /** More was there than one piece; ask again from `end`. */
  readonly more: boolean;
  /** Records that could not be read. */
  readonly unread: number;
}
/** A session on a time line; times are ISO 8601. */
export interface WorkSpan {
  readonly desk: string;
  readonly agent: string;
  readonly title: string;
  readonly folder: string;
  readonly state: string;
  readonly from: string;
  readonly to: string;
  /** When it was really at work. */
  readonly stretches: readonly { readonly from: string; readonly to: string }[];
  /** «Ran 2 commands, changed 3 files»; empty where it isn't known. */
  readonly did: string;
  readonly parent?: string;
  /** Bureau's own task, when it is one. */
  readonly task?: string;
}
/** One entry of a desk's session log, in plain words. */
export interface LogEntry {
  readonly at: string;
  readonly who: 'person' | 'agent' | 'step';
  readonly text: string;
}

export type { Desk };
