// The syntax tree of a query: names and values as written, not looked up yet.

export type Operator = '=' | '<>' | '<' | '<=' | '>' | '>='

/** A column as written, with the table alias where there is one. */
export interface ColumnName {
  readonly type: 'column'
  readonly alias: string | null
  readonly name: string
}

export type Expression =
  | ColumnName
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'negative'; readonly of: Expression }
  | {
      readonly type: 'sum'
      readonly minus: boolean
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly type: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly type: 'count' }

export type Condition =
  | { readonly type: 'and' | 'or'; readonly parts: readonly Condition[] }
  | {
      readonly type: 'compare'
      readonly operator: Operator
      readonly left: Expression
      readonly right: Expression
    }
  | {
      readonly type: 'in'
      readonly not: boolean
      readonly value: Expression
      readonly options: readonly Expression[]
      /** The options are the rows of a subquery, however many. */
      readonly found?: true
    }
  | {
      readonly type: 'in-query'
      readonly not: boolean
      readonly value: Expression
      readonly query: Query
    }
  | { readonly type: 'null'; readonly not: boolean; readonly value: Expression }

export interface SelectItem {
  readonly value: Expression
  readonly alias: string | null
}

export interface TableName {
  readonly table: string
  readonly alias: string
}

export interface Join extends TableName {
  readonly keepsAll: boolean
  readonly on: readonly [ColumnName, ColumnName]
}

export interface OrderTerm {
  readonly value: Expression
  readonly descending: boolean
}

/** One SELECT. `fetch` is the number of FETCH FIRST/NEXT n ROWS ONLY. */
export interface Query {
  readonly select: readonly SelectItem[]
  readonly from: TableName
  readonly joins: readonly Join[]
  readonly where: Condition | null
  readonly orderBy: readonly OrderTerm[]
  readonly fetch: number | null
}
