/**
 * Where the document that is served differs from the one that is published (v20 3.0.25, 2018), and
 * why. contract.test.ts fails for a difference that is not listed, and for a line that has become
 * untrue. `*` stands for anything, `{a,b}` for each of several, which must all be found.
 */

export interface KnownDifferences {
  readonly reason: string;
  readonly lines: readonly string[];
}

/** Orders that name an instrument and units. */
const ENTRY = '{Market,Limit,Stop,MarketIfTouched}Order';
const RESTING_ENTRY = '{Limit,Stop,MarketIfTouched}Order';
const COSTS =
  '{plHomeConversionCost,baseFinancingHomeConversionCost,guaranteedExecutionFeeHomeConversionCost,homeConversionCost}';

export const CONTRACT_DIFFERENCES: readonly KnownDifferences[] = [
  {
    reason: 'every answer has a RequestID; the published text forgets it for some refusals',
    lines: ['* {400,403,404} RequestID: not published'],
  },
  {
    reason: 'HTTP asks for the header',
    lines: ['* 405 Allow: not published'],
  },
  {
    reason: 'the service answers so, whether or not the published text lists the status',
    lines: ['* {400,401,403,404,408,413,414,415,417,421,429,431,503}: not published'],
  },
  {
    reason: 'a 404 names the last transaction (recorded since 2022); one error body serves all',
    lines: ['* {400,401,403,404,405,416}.lastTransactionID: not published'],
  },
  {
    reason: 'closing a trade is refused with the ids that every other refusal has',
    lines: ['closeTrade 400.relatedTransactionIDs: not published'],
  },
  {
    reason: 'an account that is locked for orders refuses them with a reject, under 403',
    lines: ['createOrder 403.{orderRejectTransaction,relatedTransactionIDs}: not published'],
  },
  {
    reason: 'a dependent order can be asked for a trade that is not there, when replacing too',
    lines: ['replaceOrder 404.orderRejectTransaction: not published'],
  },
  {
    reason: 'narrower: only the transactions that can stand there',
    lines: [
      '{createOrder,replaceOrder} 201.orderCreateTransaction: is OrderTransaction here, Transaction in v20',
      'createOrder {400,404}.orderRejectTransaction: is OrderRejectTransaction here, Transaction in v20',
      'replaceOrder 400.orderRejectTransaction: is OrderRejectTransaction here, Transaction in v20',
      'replaceOrder 404.orderCancelRejectTransaction: is OrderCancelRejectTransaction here, Transaction in v20',
    ],
  },
  {
    reason: 'the header is honoured everywhere (v20 semantics 2.2)',
    lines: [
      '{listPositions,listOpenPositions,getPosition,listAccounts,getAccountInstruments} Accept-Datetime-Format in header: not published',
      '{getUserInfo,getExternalUserInfo} Accept-Datetime-Format in header: not published',
    ],
  },
  {
    reason: 'units default to ALL, and recorded clients send no body for that',
    lines: ['{closePosition,closeTrade} body: required in v20'],
  },
  {
    reason: 'a configuration without any data is refused, and so is one without a body',
    lines: ['configureAccount body: required here'],
  },
  {
    reason: 'required in practice: without it there are no changes to tell',
    lines: ['getAccountChanges sinceTransactionID in query: required here'],
  },
  {
    reason: 'every well-formed range of time has an answer, if an empty one',
    lines: ['listTransactions 416: not here'],
  },
  {
    reason: 'the current service filters here too',
    lines: ['getTransactionsSinceId type in query: not published'],
  },
  {
    reason: 'an order has no next page; a slip of the published text',
    lines: ['getOrder 200 Link: not here'],
  },
  {
    reason: 'the seed description has it',
    lines: ['{cancelOrder,setOrderClientExtensions} 200 Location: not published'],
  },
  {
    reason: 'unquoted numbers are taken in requests, as the service does',
    lines: [
      'closePosition body.{longUnits,shortUnits}: is string or number here, string in v20',
      'closeTrade body.units: is string or number here, string in v20',
      'configureAccount body.marginRate: is string or number here, string in v20',
      `${ENTRY}Request.units: is string or number here, string in v20`,
      '{Limit,Stop,MarketIfTouched,TakeProfit,StopLoss}OrderRequest.price: is string or number here, string in v20',
      '{Market,Stop,MarketIfTouched}OrderRequest.priceBound: is string or number here, string in v20',
      '{StopLoss,TrailingStopLoss}OrderRequest.distance: is string or number here, string in v20',
    ],
  },
  {
    reason: 'parts of requests have the limits of requests, and so no name shared with answers',
    lines: [
      'setTradeDependentOrders body.takeProfit: is object here, TakeProfitDetails in v20',
      'setTradeDependentOrders body.stopLoss: is object here, StopLossDetails in v20',
      'setTradeDependentOrders body.trailingStopLoss: is object here, TrailingStopLossDetails in v20',
      'setOrderClientExtensions body.{clientExtensions,tradeClientExtensions}: is object here, ClientExtensions in v20',
      `${ENTRY}Request.{clientExtensions,tradeClientExtensions}: is object here, ClientExtensions in v20`,
      '{TakeProfit,StopLoss,TrailingStopLoss}OrderRequest.clientExtensions: is object here, ClientExtensions in v20',
      `${ENTRY}Request.takeProfitOnFill: is object here, TakeProfitDetails in v20`,
      `${ENTRY}Request.stopLossOnFill: is object here, StopLossDetails in v20`,
      `${ENTRY}Request.trailingStopLossOnFill: is object here, TrailingStopLossDetails in v20`,
    ],
  },
  {
    reason: 'published as an object of no fields, which any of the requests of the types may be',
    lines: ['OrderRequest.*: not published'],
  },
  {
    reason: 'guaranteed stops are a type of their own in the current dialect',
    lines: [
      'setTradeDependentOrders body.guaranteedStopLoss: not published',
      'setTradeDependentOrders 200.guaranteedStopLossOrder{Cancel,}Transaction: not published',
      'setTradeDependentOrders 400.guaranteedStopLossOrder{Cancel,}RejectTransaction: not published',
      'Trade.guaranteedStopLossOrder: not published',
      'TradeSummary.guaranteedStopLossOrderID: not published',
      'Instrument.{guaranteedStopLossOrderMode,minimumGuaranteedStopLossDistance}: not published',
      'Instrument.guaranteedStopLossOrder{ExecutionPremium,LevelRestriction}: not published',
      '{Account,AccountSummary}.guaranteedStopLossOrderParameters: not published',
      'GuaranteedStopLoss{Order,OrderRequest,OrderReason,OrderTransaction,OrderRejectTransaction}: not published',
      'GuaranteedStopLoss{Details,OrderParameters}: not published',
      '{TransactionType,TransactionFilter} GUARANTEED_STOP_LOSS_ORDER{,_REJECT}: not published',
      'OrderType GUARANTEED_STOP_LOSS: not published',
      'OrderFillReason GUARANTEED_STOP_LOSS_ORDER: not published',
      'TransactionRejectReason GUARANTEED_STOP_LOSS_{ORDER,ON_FILL}_*: not published',
      'OrderCancelReason GUARANTEED_STOP_LOSS_ON_FILL_*: not published',
      `${ENTRY}{,Request,Transaction,RejectTransaction}.guaranteedStopLossOnFill: not published`,
      'FixedPriceOrderTransaction.guaranteedStopLossOnFill: not published',
    ],
  },
  {
    reason: 'guaranteed stops of 2018 are taken from clients, and kept as the type of their own',
    lines: [
      'OrderCancelReason STOP_LOSS_ON_FILL_GUARANTEED_{REQUIRED,NOT_ALLOWED,HEDGING_NOT_ALLOWED}: not here',
      'OrderCancelReason STOP_LOSS_ON_FILL_GUARANTEED_{MINIMUM_DISTANCE_NOT_MET,LEVEL_RESTRICTION_EXCEEDED}: not here',
      'OrderCancelReason STOP_LOSS_ON_FILL_GUARANTEED_{BID,ASK}_HALTED: not here',
      'OrderCancelReason STOP_LOSS_ON_FILL_REQUIRED: not here',
      'TransactionRejectReason STOP_LOSS_ORDER_GUARANTEED_{REQUIRED,NOT_ALLOWED,PRICE_WITHIN_SPREAD}: not here',
      'TransactionRejectReason STOP_LOSS_ORDER_GUARANTEED_HALTED_{CREATE,TIGHTEN}_VIOLATION: not here',
      'TransactionRejectReason STOP_LOSS_ORDER_GUARANTEED_HEDGING_NOT_ALLOWED: not here',
      'TransactionRejectReason STOP_LOSS_{ORDER,ON_FILL}_GUARANTEED_MINIMUM_DISTANCE_NOT_MET: not here',
      'TransactionRejectReason STOP_LOSS_{ORDER,ON_FILL}_GUARANTEED_LEVEL_RESTRICTION_EXCEEDED: not here',
      'TransactionRejectReason STOP_LOSS_ORDER_NOT_{CANCELABLE,REPLACEABLE}: not here',
      'TransactionRejectReason STOP_LOSS_ON_FILL_GUARANTEED_{REQUIRED,NOT_ALLOWED}: not here',
      'TransactionRejectReason STOP_LOSS_ON_FILL_REQUIRED_FOR_PENDING_ORDER: not here',
    ],
  },
  {
    reason: 'fields that the service sends and the published text leaves out',
    lines: [
      `${RESTING_ENTRY}{,Transaction,RejectTransaction}.partialFill: not published`,
      'StopLossOrder{,Transaction,RejectTransaction}.triggerMode: not published',
      'StopLossOrderRejectTransaction.guaranteedExecutionPremium: not published',
      '{TakeProfit,StopLoss,TrailingStopLoss}Details.triggerCondition: not published',
      'AccountChangesState.{balance,pl,resettablePL,financing,commission}: not published',
      'AccountChangesState.guaranteedExecutionFees: not published',
      'AccountChangesState.{marginCallEnterTime,marginCallExtensionCount,lastMarginCallExtensionTime}: not published',
      'OrderCancelTransaction.{closedTradeID,tradeCloseTransactionID}: not published',
      'TradeReduce.clientTradeID: not published',
    ],
  },
  {
    reason:
      'fields and definitions of the current dialect: dividends, tags, financing by instrument',
    lines: [
      '{Position,PositionSide,Trade,TradeSummary,Account,AccountSummary,AccountChangesState}.dividendAdjustment: not published',
      'Instrument.{tags,financing}: not published',
      'AccountFinancingMode {DAILY_INSTRUMENT,SECOND_BY_SECOND_INSTRUMENT}: not published',
      '{Tag,FinancingDayOfWeek,InstrumentFinancing,DividendAdjustmentTransaction}: not published',
      'TransactionType DIVIDEND_ADJUSTMENT: not published',
      'TransactionFilter {DIVIDEND_ADJUSTMENT,FIXED_PRICE_ORDER}: not published',
      'FixedPriceOrderReason TRADE_CLOSE_{DIVISION_ACCOUNT_MIGRATION,ADMINISTRATIVE_ACTION}: not published',
    ],
  },
  {
    reason: 'fills and financing of the current dialect tell costs and factors one by one',
    lines: [
      'OrderFillTransaction.{requestedUnits,quotePL,baseFinancing,quoteFinancing}: not published',
      'OrderFillTransaction.{quoteGuaranteedExecutionFee,homeConversionFactors}: not published',
      `{OrderFillTransaction,TradeReduce}.${COSTS}: not published`,
      'TradeOpen.{quoteGuaranteedExecutionFee,guaranteedExecutionFeeHomeConversionCost}: not published',
      'TradeReduce.{baseFinancing,quoteFinancing,financingRate,quoteGuaranteedExecutionFee}: not published',
      'DailyFinancingTransaction.{baseHomeConversionCost,homeConversionCost}: not published',
      'OpenTradeFinancing.{baseFinancing,quoteFinancing,financingRate}: not published',
      'OpenTradeFinancing.{baseHomeConversionCost,homeConversionCost}: not published',
      'PositionFinancing.{baseFinancing,quoteFinancing,accountFinancingMode}: not published',
      'PositionFinancing.{homeConversionFactors,homeConversionCost}: not published',
      '{ConversionFactor,HomeConversionFactors}: not published',
    ],
  },
  {
    reason: 'sent as a price of nobody, with its time called timestamp (recorded since 2016)',
    lines: ['OrderFillTransaction.fullPrice: is object here, ClientPrice in v20'],
  },
  {
    reason: 'several ids are a list',
    lines: ['DelayedTradeClosureTransaction.tradeIDs: is string[] here, string in v20'],
  },
  {
    reason:
      'a market order cannot replace another order; the refusal names the order it was to replace',
    lines: ['MarketOrderRejectTransaction.intendedReplacesOrderID: not published'],
  },
  {
    reason: 'both spellings: that of 2016 is spoken under its dialect only',
    lines: [
      'OrderPositionFill POSITION_{OPEN_ONLY,REDUCE_FIRST,REDUCE_ONLY,DEFAULT}: not published',
      'OrderTriggerCondition TRIGGER_{DEFAULT,INVERSE,BID,ASK,MID}: not published',
    ],
  },
  {
    reason: 'the current service spells it so',
    lines: [
      'TransactionRejectReason UNITS_MIMIMUM_NOT_MET: not here',
      'TransactionRejectReason UNITS_MINIMUM_NOT_MET: not published',
    ],
  },
  {
    reason: 'US accounts of the current service are told why by these',
    lines: [
      'OrderCancelReason FIFO_VIOLATION_SAFEGUARD_{,PARTIAL_CLOSE_}VIOLATION: not published',
      'TransactionRejectReason {TAKE_PROFIT,STOP_LOSS,TRAILING_STOP_LOSS}_ORDER_WOULD_VIOLATE_FIFO_VIOLATION_SAFEGUARD: not published',
    ],
  },
  {
    reason: 'a field with a default is never missing',
    lines: [
      'TransactionRejectReason {,TAKE_PROFIT_ON_FILL_,STOP_LOSS_ON_FILL_,TRAILING_STOP_LOSS_ON_FILL_}TIME_IN_FORCE_MISSING: not here',
      'TransactionRejectReason {,TAKE_PROFIT_ON_FILL_,STOP_LOSS_ON_FILL_,TRAILING_STOP_LOSS_ON_FILL_}TRIGGER_CONDITION_MISSING: not here',
      'TransactionRejectReason {ORDER_FILL_POSITION_ACTION,ORDER_PARTIAL_FILL_OPTION}_MISSING: not here',
      'TransactionRejectReason {CLOSE_TRADE_TYPE,CLOSE_TRADE_PARTIAL_UNITS,CLOSEOUT_POSITION_PARTIAL_UNITS}_MISSING: not here',
      'TransactionRejectReason STOP_LOSS_ON_FILL_PRICE_MISSING: not here',
    ],
  },
  {
    reason: 'an unknown spelling or instrument is a bad request and writes nothing',
    lines: [
      'TransactionRejectReason {ORDER_FILL_POSITION_ACTION,ORDER_PARTIAL_FILL_OPTION}_INVALID: not here',
      'TransactionRejectReason {TAKE_PROFIT,STOP_LOSS,TRAILING_STOP_LOSS}_ON_FILL_TRIGGER_CONDITION_INVALID: not here',
      'TransactionRejectReason INSTRUMENT_{UNKNOWN,NOT_TRADEABLE}: not here',
      'OrderCancelReason STOP_LOSS_ON_FILL_TRIGGER_CONDITION_INVALID: not here',
    ],
  },
  {
    reason: 'decided by another rule; docs/reference/reasons.md names it for each',
    lines: [
      'TransactionRejectReason {ORDER_IDENTIFIER_INCONSISTENCY,INSUFFICIENT_MARGIN}: not here',
      'TransactionRejectReason STOP_LOSS_ON_FILL_PRICE_DISTANCE_MAXIMUM_EXCEEDED: not here',
      'OrderCancelReason TAKE_PROFIT_ON_FILL_PRICE_DISTANCE_MAXIMUM_EXCEEDED: not here',
      'OrderCancelReason STOP_LOSS_ON_FILL_TIME_IN_FORCE_INVALID: not here',
      'OrderCancelReason {INTERNAL_SERVER_ERROR,ACCOUNT_ORDER_CREATION_LOCKED}: not here',
    ],
  },
  {
    reason: 'no administrator acts on an account, and accounts do not migrate',
    lines: [
      'TransactionRejectReason {MARKUP_GROUP_ID_INVALID,POSITION_AGGREGATION_MODE_INVALID}: not here',
      'TransactionRejectReason ADMIN_CONFIGURE_DATA_MISSING: not here',
      'OrderCancelReason MIGRATION: not here',
      'OrderType FIXED_PRICE: not here',
      'FixedPriceOrder: not here',
    ],
  },
  {
    reason: 'defined by v20, but in no operation, neither there nor here',
    lines: [
      '{TradeID,OrderID,RequestID,ClientID,ClientTag,ClientComment,ClientRequestID}: not here',
      '{TradeSpecifier,OrderSpecifier,UserSpecifier,OrderIdentifier}: not here',
      '{TradePL,StatementYear,MT4TransactionHeartbeat,Direction,WeeklyAlignment,PriceStatus}: not here',
      '{CalculatedAccountState,PositionAggregationMode,CancellableOrderType}: not here',
      '{LiquidityRegenerationSchedule,LiquidityRegenerationScheduleStep}: not here',
      'GuaranteedStopLossOrderEntryData: not here',
    ],
  },
  {
    reason: 'named here, inline or nameless in v20',
    lines: ['{ErrorResponse,OrderTransaction,OrderRejectTransaction}: not published'],
  },
  {
    reason: 'the clock of the simulation, which no broker has',
    lines: [
      '{Clock,PlayRequest,AdvanceRequest,Ledger}: not published',
      'Step{Request,Command,,Result}: not published',
      '{ConfigureAccount,CreateOrder,ReplaceOrder,CancelOrder,SetOrderClientExtensions}Command: not published',
      '{CloseTrade,SetTradeClientExtensions,SetTradeDependentOrders,ClosePosition}Command: not published',
      '{FaultRule,Faults,FaultRules,FaultAdded}: not published',
      '{Journal,ReportFolder,CounterfactualRequest,Counterfactual}: not published',
      'Explanation: not published',
      '{Guest,Guests}: not published',
      '{Simulation,Simulations,SimulationMade,CreateSimulationRequest,ForkRequest,RewindRequest}: not published',
      '{TickRequest,AccountRequest,AccountMade,TransferRequest,ConfigureRequest,ControlTransaction}: not published',
      '{TimelineMark,TimelineEvent,Timeline,Curve,Table,EstimateRequest,Estimate,RiskRule,Risk}: not published',
      '{NoteRequest,Note,Notes,PracticeRequest,PracticeMade,DisguiseAnswer,PlotPoint,Plot,Plots,LoggedRequest,RequestDetail,Requests,LastAction}: not published',
      '{ScenarioNames,FaultCatalogue,ScenarioText,SessionReport}: not published',
      'Login{Request,Code}: not published',
      'Feed{Candles,Quote,Candlestick,Stream,Subscribe,Unsubscribe}: not published',
      'Feed{Event,Hello,Subscribed,Clock,Price,Candle,Account,Transaction}: not published',
      'Feed{Request,Rewind,Plot,Strategy,Paused,Streams,Simulations,Error}: not published',
      '{ServedStrategy,LoginState}: not published',
    ],
  },
  {
    reason: 'two operations of one name cannot be told apart; the books have none',
    lines: [
      'getAccountInstrumentCandles: is getInstrumentCandles in v20',
      '{getOrderBook,getPositionBook}: is nameless in v20',
    ],
  },
  {
    reason: 'slips of the published text: parameters under the wrong operation or place',
    lines: [
      'getPriceRange instrument in path: not here',
      'getPriceRange instrument in query: not published',
      'getAccountInstrumentCandles accountID in path: not published',
      'streamPricing 200 Link: not here',
    ],
  },
  {
    reason: 'of the current dialect',
    lines: [
      'getLatestCandles: not published',
      'CandlestickResponse: not published',
      '{OrderBook,PositionBook}.unixTime: not published',
      'streamPricing includeHomeConversions in query: not published',
      'streamTransactions Accept-Datetime-Format in header: not published',
    ],
  },
  {
    reason: 'described by line: each is one of the objects that v20 lists as fields of a whole',
    lines: [
      'streamPricing 200.{price,heartbeat}: not here',
      'streamTransactions 200.{transaction,heartbeat}: not here',
      'streamTransactions 200.{type,time}: not published',
    ],
  },
  {
    reason: 'books are encoded as asked, like every other answer',
    lines: ['{getOrderBook,getPositionBook} 200 Content-Encoding: not here'],
  },
];
