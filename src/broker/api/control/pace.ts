/**
 * How a clock is asked to move within its mode. Source: docs/guides/clock-modes.md.
 */

import { present } from '../../../core/base/present.js';
import {
  type ClockMode,
  type ClockSettings,
  modeTaking,
  SETTLE_FORM,
  STEP_FORM,
  settleMsOf,
  stepOf,
  strangeSetting,
} from '../../runtime/clock/clock-modes.js';
import { invalidParameter } from '../http/request-errors.js';

/** What a request may ask of a clock. */
interface PaceRequest {
  readonly speed?: number | 'max';
  readonly step?: string;
  readonly settle?: string;
}

/** The settings that a request asks for. @throws RequestError 400 as `checkPace` */
export function paceOf(
  mode: ClockMode,
  { speed: asked, step, settle }: PaceRequest,
): ClockSettings {
  const speed = asked === 'max' ? Number.POSITIVE_INFINITY : asked;
  const settings = present({ speed, step, settle });
  checkPace(mode, settings);
  return settings;
}

/** @throws RequestError 400 for a setting of another mode, or one that has no meaning. */
export function checkPace(mode: ClockMode, asked: PaceRequest): void {
  const { step, settle } = asked;
  const strange = strangeSetting(mode, asked as ClockSettings);
  if (strange !== undefined) {
    throw invalidParameter(
      strange,
      `It is for a clock that is ${modeTaking(strange)}, not ${mode}`,
    );
  }
  if (step !== undefined && stepOf(step) === undefined) {
    throw invalidParameter('step', `It is ${STEP_FORM}`);
  }
  if (settle !== undefined && settleMsOf(settle) === undefined) {
    throw invalidParameter('settle', `It is ${SETTLE_FORM}`);
  }
}
