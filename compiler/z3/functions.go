package z3

// What Z3 hands out, each a pointer that means nothing to Go.
type (
	z3Config  uintptr
	z3Context uintptr
	z3Symbol  uintptr
	z3Params  uintptr
	z3Sort    uintptr
	z3AST     uintptr
	z3Solver  uintptr
	z3Model   uintptr
	z3Vector  uintptr
	z3Decl    uintptr
	z3Stats   uintptr

	z3Fixedpoint uintptr
)

// functions are the functions of libz3 that this package calls, with their C
// types written as Go types. Nothing else is called.
type functions struct {
	mkConfig        func() z3Config
	delConfig       func(z3Config)
	mkContext       func(z3Config) z3Context
	delContext      func(z3Context)
	setParam        func(_ z3Config, name, value string)
	setErrorHandler func(z3Context, uintptr)
	errorCode       func(z3Context) uint32
	errorMessage    func(z3Context, uint32) string
	interrupt       func(z3Context)
	allocated       func() uint64
	globalParam     func(name, value string)

	incRef func(z3Context, z3AST)
	decRef func(z3Context, z3AST)

	stringSymbol func(z3Context, string) z3Symbol
	intSymbol    func(z3Context, int32) z3Symbol

	mkParams     func(z3Context) z3Params
	paramsIncRef func(z3Context, z3Params)
	paramsDecRef func(z3Context, z3Params)
	paramsUint   func(z3Context, z3Params, z3Symbol, uint32)
	paramsBool   func(z3Context, z3Params, z3Symbol, bool)
	paramsSymbol func(z3Context, z3Params, z3Symbol, z3Symbol)

	boolSort  func(z3Context) z3Sort
	intSort   func(z3Context) z3Sort
	realSort  func(z3Context) z3Sort
	arraySort func(_ z3Context, index, elem z3Sort) z3Sort
	sortAST   func(z3Context, z3Sort) z3AST

	mkConst    func(z3Context, z3Symbol, z3Sort) z3AST
	mkTrue     func(z3Context) z3AST
	mkFalse    func(z3Context) z3AST
	mkInt64    func(z3Context, int64, z3Sort) z3AST
	mkNumeral  func(z3Context, string, z3Sort) z3AST
	mkNot      func(_ z3Context, a z3AST) z3AST
	mkAnd      func(_ z3Context, n uint32, args []z3AST) z3AST
	mkOr       func(_ z3Context, n uint32, args []z3AST) z3AST
	mkImplies  func(_ z3Context, a, b z3AST) z3AST
	mkEq       func(_ z3Context, a, b z3AST) z3AST
	mkIte      func(_ z3Context, c, a, b z3AST) z3AST
	mkAdd      func(_ z3Context, n uint32, args []z3AST) z3AST
	mkMul      func(_ z3Context, n uint32, args []z3AST) z3AST
	mkDiv      func(_ z3Context, a, b z3AST) z3AST
	mkLe       func(_ z3Context, a, b z3AST) z3AST
	mkLt       func(_ z3Context, a, b z3AST) z3AST
	mkInt2Real func(_ z3Context, a z3AST) z3AST
	mkSelect   func(_ z3Context, array, index z3AST) z3AST
	mkStore    func(_ z3Context, array, index, value z3AST) z3AST
	constArray func(_ z3Context, index z3Sort, value z3AST) z3AST

	simpleSolver  func(z3Context) z3Solver
	solverIncRef  func(z3Context, z3Solver)
	solverDecRef  func(z3Context, z3Solver)
	solverParams  func(z3Context, z3Solver, z3Params)
	solverAssert  func(z3Context, z3Solver, z3AST)
	solverCheck   func(_ z3Context, _ z3Solver, n uint32, assumptions []z3AST) int32
	solverReason  func(z3Context, z3Solver) string
	solverCore    func(z3Context, z3Solver) z3Vector
	solverModel   func(z3Context, z3Solver) z3Model
	solverStats   func(z3Context, z3Solver) z3Stats
	statsIncRef   func(z3Context, z3Stats)
	statsDecRef   func(z3Context, z3Stats)
	statsSize     func(z3Context, z3Stats) uint32
	statsKey      func(z3Context, z3Stats, uint32) string
	statsIsUint   func(z3Context, z3Stats, uint32) bool
	statsUint     func(z3Context, z3Stats, uint32) uint32
	vectorIncRef  func(z3Context, z3Vector)
	vectorDecRef  func(z3Context, z3Vector)
	vectorSize    func(z3Context, z3Vector) uint32
	vectorGet     func(z3Context, z3Vector, uint32) z3AST
	modelIncRef   func(z3Context, z3Model)
	modelDecRef   func(z3Context, z3Model)
	modelEval     func(_ z3Context, _ z3Model, _ z3AST, completion bool, value *z3AST) bool
	boolValue     func(z3Context, z3AST) int32
	isNumeral     func(z3Context, z3AST) bool
	numeralString func(z3Context, z3AST) string

	mkDecl   func(_ z3Context, _ z3Symbol, n uint32, domain []z3Sort, result z3Sort) z3Decl
	declAST  func(z3Context, z3Decl) z3AST
	mkApp    func(_ z3Context, _ z3Decl, n uint32, args []z3AST) z3AST
	mkForall func(_ z3Context, weight, n uint32, bound []z3AST, patterns uint32, _ []z3AST, body z3AST) z3AST

	mkFixedpoint       func(z3Context) z3Fixedpoint
	fixedpointIncRef   func(z3Context, z3Fixedpoint)
	fixedpointDecRef   func(z3Context, z3Fixedpoint)
	fixedpointParams   func(z3Context, z3Fixedpoint, z3Params)
	fixedpointRelation func(z3Context, z3Fixedpoint, z3Decl)
	fixedpointRule     func(_ z3Context, _ z3Fixedpoint, rule z3AST, name z3Symbol)
	fixedpointQuery    func(z3Context, z3Fixedpoint, z3AST) int32
	fixedpointReason   func(z3Context, z3Fixedpoint) string
	fixedpointAnswer   func(z3Context, z3Fixedpoint) z3AST
	fixedpointStats    func(z3Context, z3Fixedpoint) z3Stats

	astKind    func(z3Context, z3AST) uint32
	forallBody func(z3Context, z3AST) z3AST
	appDecl    func(z3Context, z3AST) z3Decl
	appSize    func(z3Context, z3AST) uint32
	appArg     func(z3Context, z3AST, uint32) z3AST
	varIndex   func(z3Context, z3AST) uint32
	substitute func(_ z3Context, _ z3AST, n uint32, values []z3AST) z3AST
}

// table pairs each function with its name in the library.
func (f *functions) table() map[string]any {
	return map[string]any{
		"Z3_mk_config": &f.mkConfig, "Z3_del_config": &f.delConfig,
		"Z3_mk_context_rc": &f.mkContext, "Z3_del_context": &f.delContext,
		"Z3_set_param_value":   &f.setParam,
		"Z3_set_error_handler": &f.setErrorHandler, "Z3_get_error_code": &f.errorCode,
		"Z3_get_error_msg": &f.errorMessage, "Z3_interrupt": &f.interrupt, "Z3_get_estimated_alloc_size": &f.allocated,
		"Z3_global_param_set": &f.globalParam,
		"Z3_inc_ref":          &f.incRef, "Z3_dec_ref": &f.decRef,

		"Z3_mk_string_symbol": &f.stringSymbol, "Z3_mk_int_symbol": &f.intSymbol,
		"Z3_mk_params": &f.mkParams, "Z3_params_inc_ref": &f.paramsIncRef, "Z3_params_dec_ref": &f.paramsDecRef,
		"Z3_params_set_uint": &f.paramsUint, "Z3_params_set_bool": &f.paramsBool,
		"Z3_params_set_symbol": &f.paramsSymbol,

		"Z3_mk_bool_sort": &f.boolSort, "Z3_mk_int_sort": &f.intSort, "Z3_mk_real_sort": &f.realSort,
		"Z3_mk_array_sort": &f.arraySort, "Z3_sort_to_ast": &f.sortAST,

		"Z3_mk_const": &f.mkConst, "Z3_mk_true": &f.mkTrue, "Z3_mk_false": &f.mkFalse,
		"Z3_mk_int64": &f.mkInt64, "Z3_mk_numeral": &f.mkNumeral,
		"Z3_mk_not": &f.mkNot, "Z3_mk_and": &f.mkAnd, "Z3_mk_or": &f.mkOr, "Z3_mk_implies": &f.mkImplies,
		"Z3_mk_eq": &f.mkEq, "Z3_mk_ite": &f.mkIte,
		"Z3_mk_add": &f.mkAdd, "Z3_mk_mul": &f.mkMul, "Z3_mk_div": &f.mkDiv,
		"Z3_mk_le": &f.mkLe, "Z3_mk_lt": &f.mkLt, "Z3_mk_int2real": &f.mkInt2Real,
		"Z3_mk_select": &f.mkSelect, "Z3_mk_store": &f.mkStore, "Z3_mk_const_array": &f.constArray,

		"Z3_mk_simple_solver": &f.simpleSolver, "Z3_solver_inc_ref": &f.solverIncRef, "Z3_solver_dec_ref": &f.solverDecRef,
		"Z3_solver_set_params": &f.solverParams, "Z3_solver_assert": &f.solverAssert,
		"Z3_solver_check_assumptions": &f.solverCheck, "Z3_solver_get_reason_unknown": &f.solverReason,
		"Z3_solver_get_unsat_core": &f.solverCore, "Z3_solver_get_model": &f.solverModel,
		"Z3_solver_get_statistics": &f.solverStats, "Z3_stats_inc_ref": &f.statsIncRef, "Z3_stats_dec_ref": &f.statsDecRef,
		"Z3_stats_size": &f.statsSize, "Z3_stats_get_key": &f.statsKey, "Z3_stats_is_uint": &f.statsIsUint, "Z3_stats_get_uint_value": &f.statsUint,
		"Z3_ast_vector_inc_ref": &f.vectorIncRef, "Z3_ast_vector_dec_ref": &f.vectorDecRef,
		"Z3_ast_vector_size": &f.vectorSize, "Z3_ast_vector_get": &f.vectorGet,
		"Z3_model_inc_ref": &f.modelIncRef, "Z3_model_dec_ref": &f.modelDecRef, "Z3_model_eval": &f.modelEval,
		"Z3_get_bool_value": &f.boolValue, "Z3_is_numeral_ast": &f.isNumeral, "Z3_get_numeral_string": &f.numeralString,

		"Z3_mk_func_decl": &f.mkDecl, "Z3_func_decl_to_ast": &f.declAST, "Z3_mk_app": &f.mkApp, "Z3_mk_forall_const": &f.mkForall,
		"Z3_mk_fixedpoint": &f.mkFixedpoint, "Z3_fixedpoint_inc_ref": &f.fixedpointIncRef, "Z3_fixedpoint_dec_ref": &f.fixedpointDecRef,
		"Z3_fixedpoint_set_params": &f.fixedpointParams, "Z3_fixedpoint_register_relation": &f.fixedpointRelation,
		"Z3_fixedpoint_add_rule": &f.fixedpointRule, "Z3_fixedpoint_query": &f.fixedpointQuery,
		"Z3_fixedpoint_get_reason_unknown": &f.fixedpointReason, "Z3_fixedpoint_get_answer": &f.fixedpointAnswer,
		"Z3_fixedpoint_get_statistics": &f.fixedpointStats,
		"Z3_get_ast_kind":              &f.astKind, "Z3_get_quantifier_body": &f.forallBody, "Z3_get_app_decl": &f.appDecl,
		"Z3_get_app_num_args": &f.appSize, "Z3_get_app_arg": &f.appArg, "Z3_get_index_value": &f.varIndex,
		"Z3_substitute_vars": &f.substitute,
	}
}
