/** A linear expression: a constant and terms, which are variables by number with their coefficients. No coefficient is zero. */
export interface Expression {
  readonly constant: number;
  readonly variables: readonly number[];
  readonly coefficients: readonly number[];
}

const NOTHING: readonly number[] = [];

/** An expression without variables. */
export const constantOf = (constant: number): Expression => ({
  constant,
  variables: NOTHING,
  coefficients: NOTHING,
});

/** `constant` plus `coefficient` times a variable. */
export const termOf = (variable: number, coefficient = 1, constant = 0): Expression => ({
  constant,
  variables: [variable],
  coefficients: [coefficient],
});

/** Adds expressions over the variables 0 to below `count`. */
export class Sums {
  /** The place of each variable in the list at hand, plus one; 0 if it is not there. */
  readonly #places: Int32Array;

  constructor(count: number) {
    this.#places = new Int32Array(count);
  }

  /**
   * Sum of `a` and `scale` times `b`. Terms of `a` come first. The last term takes the place of one that becomes zero, as in the hash map
   * of the reference compiler: the order decides between solutions of equal cost.
   */
  add(a: Expression, b: Expression, scale: 1 | -1): Expression {
    const constant = a.constant + scale * b.constant;
    if (b.variables.length === 0) return { constant, variables: a.variables, coefficients: a.coefficients };
    if (a.variables.length === 0 && scale === 1)
      return { constant, variables: b.variables, coefficients: b.coefficients };
    const places = this.#places;
    const variables = a.variables.slice();
    const coefficients = a.coefficients.slice();
    for (let i = 0; i < variables.length; i++) places[variables[i]!] = i + 1;
    for (let i = 0; i < b.variables.length; i++) {
      const variable = b.variables[i]!;
      const term = scale * b.coefficients[i]!;
      const place = places[variable]! - 1;
      if (place < 0) {
        places[variable] = variables.push(variable);
        coefficients.push(term);
        continue;
      }
      const sum = coefficients[place]! + term;
      if (sum !== 0) {
        coefficients[place] = sum;
        continue;
      }
      places[variable] = 0;
      const last = variables.pop()!;
      const lastCoefficient = coefficients.pop()!;
      if (place === variables.length) continue;
      variables[place] = last;
      coefficients[place] = lastCoefficient;
      places[last] = place + 1;
    }
    for (const variable of variables) places[variable] = 0;
    return { constant, variables, coefficients };
  }
}
