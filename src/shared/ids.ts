import { z } from 'zod'

const id = z.string().min(1).max(64)

/** A conversation keeps its id through compaction, a change of model and restarts, so a result cannot land elsewhere. */
export const ConversationId = id.brand<'ConversationId'>()
export type ConversationId = z.infer<typeof ConversationId>

/** One `delegate` call. */
export const DelegationId = id.brand<'DelegationId'>()
export type DelegationId = z.infer<typeof DelegationId>

/** One execution of one task of a delegation. */
export const RunId = id.brand<'RunId'>()
export type RunId = z.infer<typeof RunId>

/** One unit of results on its way to whoever asked for it. */
export const DeliveryId = id.brand<'DeliveryId'>()
export type DeliveryId = z.infer<typeof DeliveryId>

/** One line of a journal. */
export const EntryId = id.brand<'EntryId'>()
export type EntryId = z.infer<typeof EntryId>

/** A conversation's own work on one message or delivery. */
export const TurnId = id.brand<'TurnId'>()
export type TurnId = z.infer<typeof TurnId>

/** One question to a person about one tool call. */
export const ApprovalId = id.brand<'ApprovalId'>()
export type ApprovalId = z.infer<typeof ApprovalId>

/** One refusal of an account or endpoint that everybody waits behind. */
export const BreakerId = id.brand<'BreakerId'>()
export type BreakerId = z.infer<typeof BreakerId>

/** Names one start of the app: a row that carries another boot's id belongs to a dead process. */
export const BootId = id.brand<'BootId'>()
export type BootId = z.infer<typeof BootId>
