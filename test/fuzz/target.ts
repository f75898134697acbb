import type { Mutation } from './mutations.ts';

/** A reader or a command, with inputs that it takes. */
export interface Target {
  readonly name: string;
  readonly seeds: readonly Uint8Array[];
  readonly mutations: readonly Mutation[];
  /** Mutations that leave the result as it is. */
  readonly neutral?: readonly Mutation[];
  /** Reads an input. It throws, or returns the message of a command that refuses it as an Error. */
  readonly read: (input: Uint8Array) => unknown;
  readonly close?: () => Promise<void>;
}
