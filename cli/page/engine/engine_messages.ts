// engine_messages.ts - what the page and the worker of the engine say to each other.
import type { Command, Ran } from './program';

/** The compiled program, once, before all commands. */
export interface Begin { code: ArrayBuffer }
export interface Asked { number: number; command: Command }
/** The command is to be interrupted. */
export interface Stop { stop: number }
export type ToEngine = Begin | Asked | Stop;

export interface Progress { number: number; line: string }
export interface Finished { number: number; ran: Ran }
export interface Failed { number: number; error: string }
export type FromEngine = Progress | Finished | Failed;
