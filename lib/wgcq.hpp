/*
 * wgcq.hpp - journeys of wgcq.h as lambdas, for C++17.
 *
 *     auto right = [&](wgcq::journey &j, sides &s) { return wgcq_choose_from(j, 1, most, &s.a) && ...
 *     for (const sides &s : wgcq::results(sides{}, right)) ...
 *
 * The calls are those of wgcq.h: a wgcq::journey and wgcq::results are its handles, and
 * wgcq::fn(lambda) is a function for any of them, whose parameters the lambda has, with journey &
 * and a state & for the pointers.  A lambda captures what it reads and changes its state alone.  It
 * is called only while its wgcq::fn exists, unless it captures nothing, as one for wgcq_tabled; with
 * options.threads that is one made by the thread that calls it, within the lambda around it.
 * Errors are std::runtime_error.  An exception may leave a lambda wherever wgcq.h lets it; it leaves
 * next(), which throws an error from then on.
 */
#ifndef WGCQ_HPP
#define WGCQ_HPP

#include <stdexcept>
#include <type_traits>
#include <utility>

#include "wgcq.h"

namespace wgcq
{

class journey
{
    wgcq_journey *handle;

public:
    explicit journey(wgcq_journey *j) : handle(j) {}
    operator wgcq_journey *() const { return handle; }
};

/* An argument that C passes, as the lambda takes it. */
template <class T> struct argument {
    T value;
    operator T() const { return value; }
};
template <> struct argument<wgcq_journey *> {
    journey value;
    explicit argument(wgcq_journey *j) : value(j) {}
    operator journey &() { return value; }
};
template <class Void> struct pointed_at {
    Void *at;
    operator Void *() const { return at; }
    template <class S> operator S &() const
    {
        static_assert(!std::is_pointer_v<S>, "a state is taken by reference");
        return *static_cast<S *>(at);
    }
};
template <> struct argument<const void *> : pointed_at<const void> {
};
template <> struct argument<void *> : pointed_at<void> {
};

/* Functions in C have no context: the n-th that there is of a type finds its lambda here.  In a call
   they are counted anew, for it ends before the one around it goes on. */
template <class F> class fn
{
    static constexpr int most = 8;
    static inline thread_local const F *lambdas[most];
    static inline thread_local int count;
    struct nested {
        int outer = std::exchange(count, 0);
        ~nested() { count = outer; }
    };
    const F lambda;
    const int n = std::is_empty_v<F> ? 0 : count;
    const F *outer = nullptr;

    template <int n, class R, class... A> static R call(A... given)
    {
        const F *lambda = lambdas[n];
        if (!lambda)
            throw std::logic_error("a function is called whose wgcq::fn is gone");
        nested here;
        return (*lambda)(argument<A>{given}...);
    }

public:
    explicit fn(F f) : lambda(std::move(f))
    {
        if (n == most)
            throw std::logic_error("more than 8 functions of one type");
        if constexpr (std::is_empty_v<F>) {
            static const F always = lambda;
            lambdas[0] = &always;
        } else {
            outer = std::exchange(lambdas[count++], &lambda);
        }
    }
    fn(const fn &) = delete;
    ~fn()
    {
        if (!std::is_empty_v<F>)
            lambdas[--count] = outer;
    }
    template <class R, class... A> using pointer = R (*)(A...);
    template <class R, class... A> operator pointer<R, A...>() const
    {
        static constexpr pointer<R, A...> calls[most] = {
            call<0, R, A...>, call<1, R, A...>, call<2, R, A...>, call<3, R, A...>,
            call<4, R, A...>, call<5, R, A...>, call<6, R, A...>, call<7, R, A...>};
        return calls[n];
    }
};

/* The results of a lambda from a state, one at a time: a range, or by next().  The options' `self`
   is how the lambda is found. */
template <class S, class F> class results
{
    static_assert(std::is_trivially_copyable_v<S>, "a state is saved and restored as bytes");
    S state;
    const F lambda;
    wgcq_iterator *handle = nullptr;

    static bool run(wgcq_journey *journey, void *state)
    {
        argument<wgcq_journey *> j(journey);
        return (*static_cast<const F *>(wgcq_self(journey)))(j, *static_cast<S *>(state));
    }

public:
    explicit results(const S &from, F f, wgcq_iterator_options options = {})
        : state(from), lambda(std::move(f))
    {
        wgcq_error err = {};
        options.self = &lambda;
        if (wgcq_iterator_new(&handle, run, &state, sizeof state, &options, &err))
            throw std::runtime_error(err.text);
    }
    results(const results &) = delete;
    ~results() { wgcq_iterator_free(handle); }
    operator wgcq_iterator *() const { return handle; }

    /* False: no more, or wgcq_iterator_limit says what suspended it; the next call goes on. */
    bool next()
    {
        wgcq_error err = {};
        int code = wgcq_iterator_next(handle, &err);
        if (code < 0)
            throw std::runtime_error(err.text);
        return code == 0;
    }
    S &operator*() { return state; }

    struct iterator {
        results *from;
        S &operator*() const { return from->state; }
        void operator++() { from = from->next() ? from : nullptr; }
        bool operator!=(const iterator &other) const { return from != other.from; }
    };
    iterator begin() { return {next() ? this : nullptr}; }
    iterator end() { return {nullptr}; }
};

} // namespace wgcq

#endif
